import type { Surroundings } from "../../../src/commands/index.ts";
import { inputSource } from "../../../src/commands/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { claim, pod } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { runCommand } from "./run-command.ts";

const protectedBy = ["kubernetes.io/pvc-protection"];

export const held = (name: string, facts: Parameters<typeof claim>[0] = {}) => [
  claim({ name, deletionTimestamp: true, phase: "Bound", finalizers: protectedBy, ...facts }),
  pod({
    name: `uses-${name}`,
    claims: [name],
    ...(facts.namespace === undefined ? {} : { namespace: facts.namespace }),
  }),
];

export const files = (contents: { readonly [name: string]: string }): Partial<Surroundings> => ({
  readFile: async (name) => {
    const text = contents[name];
    if (text === undefined) throw new Error(`no file ${name}`);
    return text;
  },
});

export async function audit(
  objects: readonly KubeObject[],
  argv: readonly string[] = [],
  more: Partial<Surroundings> = {},
) {
  const source = inputSource(snapshotOf(objects));
  const ran = await runCommand(["audit", "--rules=PVG101", ...argv, "-ojson"], source, more);
  const report = ran.out === "" ? undefined : JSON.parse(ran.out);
  const names: readonly string[] = (report?.findings ?? []).map(
    ({ object }: { readonly object: { readonly name: string } }) => object.name,
  );
  return { ...ran, report, names };
}
