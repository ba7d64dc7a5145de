package sluice.web.console;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.context.Initialized;
import jakarta.enterprise.event.Observes;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class NodeTest {
  @Test
  void the_start_of_the_application_makes_the_bean_that_says_when_it_was() {
    assertThat(
            Arrays.stream(Node.class.getDeclaredMethods())
                .flatMap(method -> Arrays.stream(method.getParameters())))
        .anyMatch(NodeTest::isTheStart);
  }

  private static boolean isTheStart(Parameter parameter) {
    Initialized initialized = parameter.getAnnotation(Initialized.class);
    return parameter.isAnnotationPresent(Observes.class)
        && initialized != null
        && initialized.value() == ApplicationScoped.class;
  }
}
