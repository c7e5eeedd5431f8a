/** Audits of clusters with claims that are held. */
import assert from "node:assert/strict";
import type { Source } from "../../../src/commands/index.ts";
import { claim, pod } from "../../support/objects.ts";
import { runCommand } from "./run-command.ts";

export const protectedBy = ["kubernetes.io/pvc-protection"];
export const held = (name: string, facts: Parameters<typeof claim>[0] = {}) => [
  claim({ name, deletionTimestamp: true, phase: "Bound", finalizers: protectedBy, ...facts }),
  pod({
    name: `uses-${name}`,
    claims: [name],
    ...(facts.namespace === undefined ? {} : { namespace: facts.namespace }),
  }),
];

export async function audit(source: Source, argv: readonly string[] = []) {
  const ran = await runCommand(["audit", ...argv, "-ojson"], source);
  assert.ok(ran.out !== "", ran.err);
  const report = JSON.parse(ran.out);
  const names: readonly string[] = report.findings.map(
    ({ object }: { readonly object: { readonly name: string } }) => object.name,
  );
  return { ...ran, report, names };
}

export const only = ["--rules=PVG101"];
