/**
 * Ten ways and more in which a pod does not start, made for real. No kubelet and no external-attacher run here: the test
 * writes what they would write. Whatever is asked about, the cause and the next step are the same: the pod, its claim, its
 * volume, and the audit.
 */
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { answer } from "../support/answers.ts";
import type { Program } from "../support/program.ts";
import { buildProgram } from "../support/program.ts";
import type { Made } from "./made.ts";
import { handleOf, playAll } from "./made.ts";
import { situations } from "./situations.ts";

interface Told {
  readonly category: string;
  /** As `AttachFails of ebs.csi.aws.com`. */
  readonly roots: readonly string[];
  readonly step: string | undefined;
}

let played: Awaited<ReturnType<typeof playAll>>;
let program: Program;
before(async () => {
  played = await playAll();
  program = await buildProgram(played.kubeconfig);
});
after(async () => {
  program?.remove();
  await played?.stop();
});

async function ask(target: string, namespace: string): Promise<Told> {
  const { said } = answer(await program.alone(undefined, "why", target, "-n", namespace, "-o", "json"));
  const [diagnosis] = (said as unknown as { diagnoses: readonly Diagnosed[] }).diagnoses;
  assert.ok(diagnosis !== undefined, target);
  const { verdict, roots, remedies } = diagnosis;
  return { category: verdict.category, roots: roots.map(nameOfRoot), step: stepOf(remedies) };
}

interface Remedy {
  readonly title: string;
  readonly primary: boolean;
}

interface Root {
  readonly reason: string;
  readonly object?: { readonly kind: string; readonly name: string };
  readonly driver?: string;
  readonly controller?: string;
  readonly person?: string;
}

interface Diagnosed {
  readonly verdict: { readonly category: string };
  readonly roots: readonly Root[];
  readonly remedies: readonly Remedy[];
}

function nameOfRoot({ reason, object, driver, controller, person }: Root): string {
  const holder = object === undefined ? (driver ?? controller ?? person) : `${object.kind}/${object.name}`;
  return `${reason} of ${holder}`;
}

const stepOf = (remedies: readonly Remedy[]) => remedies.find(({ primary }) => primary)?.title;

interface Finding {
  readonly reason?: string;
  readonly code: string;
  readonly object: { readonly kind: string; readonly name: string };
  readonly remedies: readonly Remedy[];
}

async function findings(namespace: string): Promise<readonly Finding[]> {
  const { said } = answer(await program.alone(undefined, "audit", "-n", namespace, "-o", "json"));
  return (said as unknown as { findings: readonly Finding[] }).findings;
}

const madeOf = (what: string): Made => {
  const made = played.made.find(({ situation }) => situation.what === what);
  assert.ok(made !== undefined);
  return made;
};

for (const { what, cause, step } of situations) {
  test(`${what}: the pod, its claim, its volume and the audit say ${cause}`, async () => {
    const { namespace, volume } = madeOf(what);
    const wanted = step?.replace("DISK", handleOf(volume)).replace("NAMESPACE", namespace);
    const ofPod = await ask("pod/app", namespace);
    assert.deepEqual(
      [ofPod.roots.map((root) => root.split(" ")[0]), ofPod.step],
      [[cause], wanted],
      JSON.stringify(ofPod),
    );
    for (const target of ["pvc/data", `pv/${volume}`]) {
      const told = await ask(target, namespace);
      assert.deepEqual(told, ofPod, target);
    }
    const found = await findings(namespace);
    const finding = found.find(({ reason }) => reason === cause);
    assert.ok(
      finding !== undefined,
      `the audit says ${found.map(({ code, reason }) => `${code} ${reason}`)}`,
    );
    assert.equal(stepOf(finding.remedies), wanted, "audit");
  });
}
