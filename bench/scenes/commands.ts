import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import type { Resource } from "../../src/kubernetes/index.ts";
import { pluralOf } from "../../src/kubernetes/index.ts";
import { ownNode, runBy } from "../runner/node.ts";
import type { Variant } from "../runner/variant.ts";

/** What kubectl is asked for, and curl downloads. */
export const lists: readonly Resource[] = [
  "v1/pods",
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
];

/** From so many pods on kubectl takes a minute or more. */
const many = 30_000;

type Command = Omit<Variant, "server">;

export function audit(id: string, name: string, main: string, kubeconfig: string, node = ownNode): Command {
  const flags = ["-o", "json", "--fail-on=never", "--kubeconfig", kubeconfig];
  return runBy(node, { id, name, argv: [main, "audit", ...flags], prints: "findings" });
}

export function kubectl(pods: number, kubeconfig: string): Command {
  const ask = ["kubectl", "--kubeconfig", kubeconfig, "get"];
  return {
    id: "kubectl",
    name: "kubectl get -o json",
    argv: [...ask, lists.map(pluralOf).join(","), "-A", "-o", "json"],
    warmUp: [...ask, "storageclasses"],
    ...(pods >= many ? { rounds: 3 } : {}),
    prints: "nothing",
  };
}

/** Of what it can look at, only claims and volumes. It reads the pods for that. Nothing where it is not installed. */
export function popeye(kubeconfig: string): readonly Command[] {
  const flags = ["-s", "pvc,pv", "-A", "-o", "json", "--force-exit-zero", "--kubeconfig", kubeconfig];
  const command = { id: "popeye", name: "popeye -s pvc,pv", argv: ["popeye", ...flags] };
  return isInstalled("popeye") ? [{ ...command, prints: "nothing" }] : [];
}

function isInstalled(program: string): boolean {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return folders.some((folder) => existsSync(join(folder, program)));
}
