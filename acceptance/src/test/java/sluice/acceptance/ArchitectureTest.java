package sluice.acceptance;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What holds over all modules of the program: arrows, circles, who may use what, names. */
class ArchitectureTest {
  /** Each module with those it may know. */
  private static final Map<String, List<String>> ARROWS =
      Map.of(
          "core", List.of(),
          "client", List.of(),
          "sql", List.of("core"),
          "ejb", List.of("sql", "core"),
          "jms", List.of("client", "ejb", "core"),
          "web", List.of("ejb", "core"),
          "payara", List.of(),
          "standalone", List.of("payara", "client"));

  private static JavaClasses program;

  @BeforeAll
  static void read() {
    List<Path> folders = new ArrayList<>();
    for (String module : ARROWS.keySet()) {
      String folder = module.equals("payara") ? "payara-config" : module;
      folders.add(SluiceProcess.root().resolve(folder).resolve("target/classes"));
    }
    program = new ClassFileImporter().importPaths(folders);
  }

  private static String[] packages(List<String> modules) {
    return modules.stream().map(module -> "sluice." + module + "..").toArray(String[]::new);
  }

  @Test
  void every_module_is_looked_at() {
    for (String module : ARROWS.keySet()) {
      assertThat(program.stream().filter(c -> c.getPackageName().startsWith("sluice." + module)))
          .as(module)
          .isNotEmpty();
    }
  }

  @Test
  void modules_know_only_those_that_the_arrows_point_to() {
    ARROWS.forEach((module, known) -> {
      List<String> others =
          ARROWS.keySet().stream()
              .filter(other -> !other.equals(module) && !known.contains(other))
              .toList();
      noClasses()
          .that()
          .resideInAPackage("sluice." + module + "..")
          .should()
          .dependOnClassesThat()
          .resideInAnyPackage(packages(others))
          .check(program);
    });
  }

  @Test
  void packages_form_a_tree_over_the_whole_program() {
    slices().matching("sluice.(**)").should().beFreeOfCycles().check(program);
  }

  @Test
  void only_sql_and_services_speak_to_the_database() {
    onlyIn(List.of("sql", "ejb"), List.of("standalone"), "java.sql..", "javax.sql..");
  }

  @Test
  void only_the_client_and_the_jms_module_know_jms() {
    onlyIn(List.of("client", "jms"), List.of("standalone"), "jakarta.jms..");
  }

  /** What the container does for each task and each call there costs more than a tick. */
  @Test
  void tasks_run_on_kept_threads_and_beans_call_beans_without_cdi() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("jakarta.enterprise.concurrent.ManagedExecutorService")
        .check(program);
    assertThat(
            program.stream()
                .filter(ArchitectureTest::isBean)
                .flatMap(bean -> bean.getFields().stream())
                .filter(field ->
                    field.isAnnotatedWith("jakarta.inject.Inject") && isBean(field.getRawType()))
                .map(JavaField::getFullName))
        .isEmpty();
    assertThat(program.stream().filter(ArchitectureTest::isBean)).hasSizeGreaterThan(20);
  }

  private static boolean isBean(JavaClass type) {
    return type.isAnnotatedWith("jakarta.ejb.Singleton")
        || type.isAnnotatedWith("jakarta.ejb.Stateless");
  }

  @Test
  void only_the_console_knows_pages() {
    onlyIn(List.of("web"), List.of(), "jakarta.faces..", "org.primefaces..", "org.omnifaces..");
  }

  /**
   * @param besides the launcher, which looks whether the database and the broker of somebody else
   *     answer, and whose demo is a client like any
   */
  private static void onlyIn(List<String> modules, List<String> besides, String... used) {
    List<String> allowed = new ArrayList<>(modules);
    allowed.addAll(besides);
    noClasses()
        .that()
        .resideOutsideOfPackages(packages(allowed))
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage(used)
        .check(program);
  }

  @Test
  void names_say_something() {
    noClasses()
        .should()
        .haveNameMatching(".*(Manager|Helpers?|Utils?|Impl|Dto|DTO)")
        .check(program);
  }

  @Test
  void no_static_field_changes() {
    fields().that().areStatic().and(areWritten()).should().beFinal().check(program);
  }

  private static DescribedPredicate<JavaField> areWritten() {
    return DescribedPredicate.describe(
        "are written by hand", field -> !field.getName().contains("$"));
  }

  @Test
  void no_local_times() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .haveFullyQualifiedName("java.time.LocalDateTime")
        .check(program);
  }
}
