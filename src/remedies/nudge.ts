import { defineRemedy } from "../engine/index.ts";
import { kindNamed, say } from "../model/index.ts";

export default defineRemedy({
  name: "nudge",
  summary: "Change an annotation, so that the controllers look at the object again",
  needs: [],
  make(on, _using, cluster) {
    const found = cluster.resolve(on);
    const kind = kindNamed(on.apiVersion, on.kind);
    if (found?.state !== "found" || kind === undefined) return undefined;
    return {
      name: "nudge",
      title: say`Make the controllers look at ${kind.singular}/${on.name} again`,
      safety: "safe",
      because: say`A changed annotation is harmless, and every controller that watches the object decides anew.`,
      commands: [
        {
          argv: [
            "kubectl",
            "annotate",
            kind.singular,
            on.name,
            ...(on.namespace === undefined ? [] : ["-n", on.namespace]),
            `pvguard.dev/nudge=${Math.floor(cluster.now / 1000)}`,
            "--overwrite",
          ],
        },
      ],
      steps: [],
    };
  },
});
