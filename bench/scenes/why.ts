import { storeOf } from "../runner/folders.ts";
import { runBy } from "../runner/node.ts";
import type { Outcome } from "../runner/rounds.ts";
import type { Stage } from "../runner/stage.ts";
import { measureWith } from "../runner/stage.ts";

/** A claim that was deleted under a pod that runs, in a namespace with so many pods. */
export const podsANamespace = 500;
const pods = 1000;

export async function whyScene(stage: Stage, rounds: number): Promise<readonly Outcome[]> {
  const store = storeOf({ pods, podsANamespace });
  const claim = store.catalog.Expected.find(({ code }) => code === "PVG208");
  if (claim?.namespace === undefined) throw new Error("no claim was deleted in use");
  const { name, namespace } = claim;
  return await measureWith(stage, store, { manners: ["plain"] }, rounds, (at) => {
    const flags = ["--kubeconfig", at("plain").kubeconfig, "-n", namespace];
    const common = { server: "plain", prints: "nothing" } as const;
    const why = ["why", `pvc/${name}`, ...flags];
    return [
      { ...common, id: "kubectl", name: "kubectl get pvc", argv: ["kubectl", ...flags, "get", "pvc", name] },
      ...stage.nodes.map((node) =>
        runBy(node, {
          ...common,
          id: node.code === "kept" ? "why" : "why, compiled",
          name: "pvguard why pvc",
          argv: [stage.main, ...why],
        }),
      ),
      ...stage.others.map(([other, path]) => ({
        ...common,
        id: "why",
        name: `${other} why pvc`,
        argv: [path, ...why],
      })),
    ];
  });
}
