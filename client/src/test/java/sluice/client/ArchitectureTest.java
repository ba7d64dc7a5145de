package sluice.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;

@AnalyzeClasses(packages = "sluice.client", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

  @ArchTest
  static final ArchRule only_jms_and_the_jdk =
      classes()
          .should()
          .onlyDependOnClassesThat()
          .resideInAnyPackage("sluice.client", "java..", "jakarta.jms", "org.jspecify.annotations");
}
