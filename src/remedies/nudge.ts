import { defineRemedy } from "../define/index.ts";
import type { KubeObject } from "../kubernetes/index.ts";
import { diskKinds, nameOf, nudgeAnnotation, say } from "../kubernetes/index.ts";
import { annotationEdit, harmless } from "./shared/acts.ts";

export const nudge = defineRemedy({
  name: "nudge",
  summary: "Change an annotation, so that the controllers check the object again",
  fixDoes: "Sets the annotation pvguard.dev/nudge",
  asked: { on: diskKinds, using: [{}] },
  make(on, _using, cluster) {
    const found = cluster.resolve(on);
    if (found?.state !== "found") return undefined;
    const mark = markOf(found.object, cluster.now);
    return {
      title: say`Make the controllers check ${nameOf(on)} again`,
      because: say`The annotation itself changes nothing. Every controller that watches the object decides again.`,
      fix: harmless(found.object, [annotationEdit(found.object, nudgeAnnotation, mark)]),
    };
  },
});

/**
 * A different mark whenever the object has changed, also by a nudge: so it is the same in a plan that was reviewed and in the
 * one that is made again. A file need not say the version; then the seconds since 1970.
 */
function markOf({ metadata }: KubeObject, now: number): string {
  return metadata.resourceVersion ?? String(Math.floor(now / 1000));
}
