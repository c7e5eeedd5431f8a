import { json, yaml } from "./machine.ts";
import type { Renderer } from "./renderer.ts";

/** Manifests for `kubectl apply -f -`, in the order in which they are applied. The first format is the one without `-o`. */
export const guardRenderers: readonly Renderer<readonly object[]>[] = [
  {
    name: "yaml",
    summary: "manifests, for `kubectl apply -f -`",
    render: (manifests) => manifests.map((manifest) => `---\n${yaml(manifest)}`).join(""),
  },
  {
    name: "json",
    summary: "the same as one List",
    render: (manifests) => json({ apiVersion: "v1", kind: "List", items: manifests }),
  },
];
