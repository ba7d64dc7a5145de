package sluice.core;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.AccessTarget.MethodCallTarget;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

/** The core is pure (R9), and stays so. */
@AnalyzeClasses(packages = "sluice.core", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule packages_form_a_tree =
      slices().matching("sluice.core.(*)..").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule no_container_and_no_database =
      noClasses()
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(
              "java.sql..",
              "javax.sql..",
              "jakarta.ejb..",
              "jakarta.jms..",
              "jakarta.faces..",
              "jakarta.persistence..",
              "jakarta.inject..",
              "jakarta.enterprise..",
              "jakarta.transaction..");

  @ArchTest
  static final ArchRule only_expressions_know_the_expression_language =
      noClasses()
          .that()
          .resideOutsideOfPackage("sluice.core.expression")
          .should()
          .dependOnClassesThat()
          .resideInAPackage("jakarta.el..");

  @ArchTest
  static final ArchRule no_wall_clock =
      noClasses()
          .should()
          .callMethodWhere(
              DescribedPredicate.describe("reads a clock", call -> readsClock(call.getTarget())))
          .orShould()
          .dependOnClassesThat()
          .haveFullyQualifiedName("java.time.Clock");

  @ArchTest
  static final ArchRule no_randomness =
      noClasses()
          .should()
          .dependOnClassesThat()
          .haveNameMatching(
              "java\\.util\\.(Random|SplittableRandom)|java\\.security\\.SecureRandom"
                  + "|java\\.util\\.concurrent\\.ThreadLocalRandom|java\\.util\\.random\\..*")
          .orShould()
          .callMethod(Math.class, "random")
          .orShould()
          .callMethod(java.util.UUID.class, "randomUUID");

  @ArchTest
  static final ArchRule no_threads =
      noClasses()
          .should()
          .dependOnClassesThat()
          .areAssignableTo(java.util.concurrent.Executor.class)
          .orShould()
          .dependOnClassesThat()
          .areAssignableTo(Thread.class);

  @ArchTest
  static final ArchRule no_local_times =
      noClasses().should().dependOnClassesThat().haveFullyQualifiedName("java.time.LocalDateTime");

  @ArchTest
  static final ArchRule no_mutable_static_fields = fields().that().areStatic().should().beFinal();

  @ArchTest
  static final ArchRule names_say_something =
      noClasses()
          .should()
          .haveSimpleNameEndingWith("Manager")
          .orShould()
          .haveSimpleNameEndingWith("Helper")
          .orShould()
          .haveSimpleNameEndingWith("Util")
          .orShould()
          .haveSimpleNameEndingWith("Utils")
          .orShould()
          .haveSimpleNameEndingWith("Impl")
          .orShould()
          .haveSimpleNameEndingWith("Dto");

  private static boolean readsClock(MethodCallTarget target) {
    String owner = target.getOwner().getFullName();
    String method = target.getName();
    return (owner.equals("java.lang.System")
            && (method.equals("currentTimeMillis") || method.equals("nanoTime")))
        || (owner.startsWith("java.time.") && method.equals("now"));
  }
}
