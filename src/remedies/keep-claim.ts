import { defineRemedy, kubectl } from "../define/index.ts";
import type { PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { annotationOf, isTerminating, nameOf, say, toolMarks } from "../kubernetes/index.ts";

interface Marks {
  readonly tool: string;
  annotation(claim: PersistentVolumeClaim): string;
  readonly because: Phrase;
  readonly step: Phrase;
}

const leaves = say`It then keeps the claim when it deletes the rest. To delete the claim later, delete it by name.`;
const inGit = say`Add the same annotation to the manifest in Git. Otherwise the next run removes it.`;

/** The other options of the claim are kept. */
function keptByArgo(claim: PersistentVolumeClaim): string {
  const given = (annotationOf(claim, toolMarks.argoOptions) ?? "").split(",").map((option) => option.trim());
  const others = given.filter(
    (option) => /^[A-Za-z]+=[A-Za-z]+$/.test(option) && !/^(Delete|Prune)=/.test(option),
  );
  return `${toolMarks.argoOptions}=${[...others, "Delete=false", "Prune=false"].join(",")}`;
}

/** What tells each tool to leave an object alone. */
const marks: ReadonlyMap<string, Marks> = new Map([
  ["argocd", { tool: "Argo CD", annotation: keptByArgo, because: leaves, step: inGit }],
  // helm/helm pkg/action/resource_policy.go filterManifestsToKeep, v3: an uninstall reads the stored manifests alone.
  [
    "helm",
    {
      tool: "Helm",
      annotation: () => `${toolMarks.helmPolicy}=keep`,
      because: say`On the live claim, the annotation counts when an upgrade removes the claim from the chart. An uninstall looks only at the manifest that Helm stored with the release.`,
      step: say`Add the same annotation to the chart's template and upgrade the release: only then does an uninstall keep the claim. helm get manifest shows what counts.`,
    },
  ],
  [
    "flux",
    { tool: "Flux", annotation: () => `${toolMarks.fluxPrune}=disabled`, because: leaves, step: inGit },
  ],
]);

/** `using.tool`: who would delete the claim. */
export const keepClaim = defineRemedy({
  name: "keep-claim",
  summary: "Tell the tool that created a claim to keep it when it deletes the rest",
  on: ["v1/persistentvolumeclaims"],
  needs: ["v1/persistentvolumeclaims"],
  make(on, using: { readonly tool: string }, cluster) {
    const mark = marks.get(using.tool ?? "");
    const found = cluster.get("v1/persistentvolumeclaims", on.name, on.namespace);
    if (mark === undefined || found.state !== "found" || isTerminating(found.object)) return undefined;
    return {
      title: say`Tell ${mark.tool} to keep ${nameOf(on)}`,
      spares: "the data",
      because: mark.because,
      commands: [kubectl`annotate ${on} ${mark.annotation(found.object)} --overwrite`],
      steps: [mark.step],
    };
  },
});
