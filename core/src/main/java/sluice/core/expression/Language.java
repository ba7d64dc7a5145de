package sluice.core.expression;

import jakarta.el.ELContext;
import jakarta.el.ELException;
import jakarta.el.ELResolver;
import jakarta.el.ExpressionFactory;
import jakarta.el.FunctionMapper;
import jakarta.el.PropertyNotWritableException;
import jakarta.el.ValueExpression;
import jakarta.el.VariableMapper;
import org.jspecify.annotations.Nullable;

/**
 * One expression as the container's Jakarta Expression Language holds it. The resolver answers
 * names from the job's context and nothing else: no beans, no classes, no methods, no imports,
 * whatever the expression says. Immutable and thread-safe: every evaluation brings its own EL
 * context.
 */
final class Language {
  private static final ExpressionFactory FACTORY = ExpressionFactory.newInstance();

  private final ValueExpression expression;

  private Language(ValueExpression expression) {
    this.expression = expression;
  }

  static Language compile(String checked, int position) {
    try {
      Evaluation nothing = new Evaluation(Context.NOTHING);
      return new Language(
          FACTORY.createValueExpression(nothing, "${" + checked + "}", Object.class));
    } catch (ELException e) {
      throw new InvalidExpression(
          position,
          "the expression can't be read: "
              + Shown.of(checked)
              + "; only "
              + Grammar.ALLOWED
              + " allowed");
    }
  }

  @Nullable Object value(Context context) {
    return expression.getValue(new Evaluation(context));
  }

  private static final class Evaluation extends ELContext {
    private final ELResolver resolver;

    Evaluation(Context context) {
      this.resolver = new PropertyResolver(context);
    }

    @Override
    public ELResolver getELResolver() {
      return resolver;
    }

    @Override
    public @Nullable FunctionMapper getFunctionMapper() {
      return null;
    }

    @Override
    public @Nullable VariableMapper getVariableMapper() {
      return null;
    }
  }

  private static final class PropertyResolver extends ELResolver {
    /**
     * Stands for {@code properties} until the index behind it is read; never leaves an expression.
     */
    private static final Object ALL = new Object();

    private final Context job;

    PropertyResolver(Context job) {
      this.job = job;
    }

    @Override
    public @Nullable Object getValue(
        ELContext context, @Nullable Object base, @Nullable Object property) {
      context.setPropertyResolved(base, property);
      if (base == null) {
        String name = String.valueOf(property);
        return name.equals(Grammar.PROPERTIES) ? ALL : job.get(name);
      }
      if (base != ALL) {
        throw new ELException("a property is a plain value and has no members");
      }
      return property == null ? null : job.properties().get(Scalars.text(property));
    }

    @Override
    public Object invoke(
        ELContext context,
        @Nullable Object base,
        @Nullable Object method,
        Class<?> @Nullable [] types,
        Object @Nullable [] arguments) {
      throw new ELException("method calls are not allowed");
    }

    @Override
    public @Nullable <T> T convertToType(ELContext context, @Nullable Object value, Class<T> type) {
      if (type == Object.class) {
        context.setPropertyResolved(true);
        return type.cast(value);
      }
      return null;
    }

    @Override
    public @Nullable Class<?> getType(
        ELContext context, @Nullable Object base, @Nullable Object property) {
      context.setPropertyResolved(true);
      return null;
    }

    @Override
    public void setValue(
        ELContext context,
        @Nullable Object base,
        @Nullable Object property,
        @Nullable Object value) {
      throw new PropertyNotWritableException("assignments are not allowed");
    }

    @Override
    public boolean isReadOnly(ELContext context, @Nullable Object base, @Nullable Object property) {
      context.setPropertyResolved(true);
      return true;
    }

    @Override
    public Class<?> getCommonPropertyType(ELContext context, @Nullable Object base) {
      return Object.class;
    }
  }
}
