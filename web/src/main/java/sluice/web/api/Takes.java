package sluice.web.api;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Which types of bodies a call takes, where JSON is not the only one. It stands for {@code
 * Consumes}, whose refusal would not say what is taken; {@link BodyTypes} reads it.
 */
@Retention(RetentionPolicy.RUNTIME)
@Target(ElementType.METHOD)
@interface Takes {
  /** Media types. */
  String[] value();
}
