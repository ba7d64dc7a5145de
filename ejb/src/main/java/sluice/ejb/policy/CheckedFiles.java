package sluice.ejb.policy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import sluice.core.hint.RefusedFile;
import sluice.core.policy.Fault;
import sluice.core.policy.InvalidPolicy;
import sluice.core.policy.PolicyDocument;

/**
 * Policy files sorted into those that may be put in force and those that are refused. Files for one
 * policy are all refused, whatever else they say: which of them is meant is not for Sluice to
 * guess.
 *
 * @param files those that may be put in force, by name
 * @param refused the others, by name
 * @param names policies that stand in a file, a refused one too as far as its name can be read
 */
record CheckedFiles(List<Checked> files, List<RefusedFile> refused, Set<String> names) {

  /**
   * A file that may be put in force.
   *
   * @param file its name
   * @param policy the policy's name
   * @param save what saves it
   */
  record Checked(String file, String policy, SavePolicy save) {}

  static CheckedFiles of(PolicyFolder.Listing listing) {
    Map<String, List<String>> filesOf = new TreeMap<>();
    for (PolicyFolder.PolicyFile file : listing.files()) {
      name(file)
          .ifPresent(
              name -> filesOf.computeIfAbsent(name, n -> new ArrayList<>()).add(file.file()));
    }
    List<Checked> checked = new ArrayList<>();
    List<RefusedFile> refused = new ArrayList<>(listing.refused());
    for (PolicyFolder.PolicyFile file : listing.files()) {
      String name = name(file).orElse("");
      List<String> files = filesOf.getOrDefault(name, List.of());
      if (files.size() > 1) {
        refused.add(new RefusedFile(file.file(), manyFor(name, files)));
        continue;
      }
      try {
        checked.add(checked(file));
      } catch (InvalidPolicy e) {
        refused.add(refused(file, e.faults()));
      } catch (PolicyRefused e) {
        refused.add(refused(file, e.faults()));
      }
    }
    refused.sort(Comparator.comparing(RefusedFile::file));
    return new CheckedFiles(
        List.copyOf(checked), List.copyOf(refused), Set.copyOf(filesOf.keySet()));
  }

  private static Checked checked(PolicyFolder.PolicyFile file) {
    String name = PolicyDocument.read(file.text()).name();
    SaveRequest.By by = new SaveRequest.By("file:" + file.file(), "read at start");
    SaveRequest request = new SaveRequest(name, file.text(), Expected.ANYTHING, false, by);
    return new Checked(file.file(), name, SavePolicy.checked(request, true));
  }

  /** The name that stands there; none where not even the form is right. */
  private static Optional<String> name(PolicyFolder.PolicyFile file) {
    try {
      return PolicyDocument.parse(file.text()).get("policy") instanceof String name
          ? Optional.of(name)
          : Optional.empty();
    } catch (InvalidPolicy e) {
      return Optional.empty();
    }
  }

  private static String manyFor(String policy, List<String> files) {
    return "policy: the files %s are all for the policy '%s'; allowed is one file a policy"
        .formatted(String.join(" and ", files), policy);
  }

  private static RefusedFile refused(PolicyFolder.PolicyFile file, List<Fault> faults) {
    return new RefusedFile(file.file(), faults.stream().map(Fault::sentence).toList());
  }
}
