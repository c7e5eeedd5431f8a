/**
 * In every scenario, what is inferred has evidence in the input, and no question is asked that the input answers. To test
 * the latter, objects that answer a question are added to the input, and the question must disappear.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Snapshot } from "../../src/cluster/index.ts";
import { createCluster, everywhere } from "../../src/cluster/index.ts";
import { attacherLease } from "../../src/controllers/index.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { kinds } from "../../src/kubernetes/index.ts";
import { nodeFiles, readInputs } from "../../src/reading/files/index.ts";
import { shareOf } from "../support/runs.ts";
import { scenarios } from "../support/scenario.ts";
import type { Account } from "./account/account.ts";
import { accountIn, nameOf, text } from "./account/account.ts";
import { falseIn, isInferred } from "./account/evidence.ts";

interface Played {
  readonly name: string;
  readonly yaml: string;
  readonly account: Account;
}

async function* piped(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}

async function accountOfYaml(yaml: string): Promise<Account> {
  const snapshot: Snapshot = await readInputs(["-"], nodeFiles(piped(yaml)), { now: Date.now() });
  const cluster = createCluster(snapshot, () => {});
  const objects = kinds.flatMap(({ resource }): readonly KubeObject[] => {
    const listed = cluster.list(resource, everywhere);
    return listed.read ? listed.items : [];
  });
  return accountIn(objects, snapshot);
}

const played: Played[] = [];

/** Their reports ask whether something runs: they are played always. */
const asks = ["f13-attach-not-begun", "l10-binding-is-overdue"];

test("every scenario is read", async () => {
  const share = shareOf(scenarios(), 30);
  const asking = scenarios().filter(
    ({ name }) => asks.includes(name) && share.every((other) => other.name !== name),
  );
  for (const { name, folder } of [...share, ...asking]) {
    const yaml = readFileSync(join(folder, "cluster.yaml"), "utf8");
    played.push({ name, yaml, account: await accountOfYaml(yaml) });
  }
});

test("in every scenario, no root cause is without evidence, and all evidence is in the input", () => {
  let count = 0;
  const wrong: string[] = [];
  for (const { name, account } of played) {
    for (const { object, holds } of account.diagnoses.values()) {
      for (const hold of holds) {
        const about = `${name}: ${nameOf(object)}: ${hold.reason}`;
        count += hold.evidence.length;
        if (isInferred(hold) && hold.evidence.length === 0) wrong.push(`${about} rests on nothing`);
        wrong.push(
          ...hold.evidence.flatMap((each) => falseIn(each, account) ?? []).map((each) => `${about}: ${each}`),
        );
      }
    }
  }
  assert.deepEqual(wrong, []);
  assert.ok(count > 30, String(count));
});

/** Where a report asks whether something runs, as its title says. */
const question = /^Check that (\S+)(?: of (\S+))? is running/;

function questionsIn({ diagnoses }: Account): readonly (readonly [string, string, string])[] {
  return [...diagnoses.values()].flatMap(({ object, remedies }) =>
    remedies.flatMap(({ title }) => {
      const [, program, driver = ""] = question.exec(text(title)) ?? [];
      return program === undefined ? [] : [[nameOf(object), program, driver] as const];
    }),
  );
}

/** By these a program shows that it runs: the lease of its leader, and the pod that holds it. */
function answersOf(program: string, driver: string): readonly (readonly [string, string])[] {
  const clean = driver.replaceAll(/[^a-zA-Z0-9-]/g, "-");
  switch (program) {
    case "kube-controller-manager":
    case "default-scheduler":
      return [[program === "default-scheduler" ? "kube-scheduler" : program, program]];
    case "csi-provisioner":
      return [[clean, program]];
    case "csi-attacher":
      return [[attacherLease(driver), program]];
    case "csi-snapshotter":
      return [[`external-snapshotter-leader-${clean}`, program]];
    case "csi-resizer":
      return [[`external-resizer-${clean}`, program]];
    default:
      return [];
  }
}

function shown(lease: string, program: string, renewTime: string): string {
  const meta = (name: string) => `{name: ${name}, namespace: kube-system, uid: uid-of-${name}}`;
  return [
    "",
    "---",
    `{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: ${meta(lease)}, spec: {holderIdentity: its-pod-0, leaseDurationSeconds: 15, renewTime: "${renewTime}"}}`,
    "---",
    `{apiVersion: v1, kind: Pod, metadata: ${meta("its-pod-0")}, spec: {containers: [{name: ${program}}]}, status: {phase: Running, containerStatuses: [{name: ${program}, ready: true, state: {running: {startedAt: "2026-11-01T00:00:00Z"}}}]}}`,
    "",
  ].join("\n");
}

test("in every scenario, no report asks whether something runs where the input shows it", async () => {
  let asked = 0;
  for (const { name, yaml, account } of played) {
    const takenAt = /^takenAt: "?([^"\n]+)/m.exec(yaml)?.[1];
    if (takenAt === undefined) continue;
    for (const [about, program, driver] of questionsIn(account)) {
      for (const [lease, container] of answersOf(program, driver)) {
        if (yaml.includes(`name: ${lease},`) || yaml.includes(`name: ${lease}\n`)) continue;
        const answered = await accountOfYaml(yaml.trimEnd() + shown(lease, container, takenAt));
        const still = questionsIn(answered).filter(
          ([object, which, whose]) => object === about && which === program && whose === driver,
        );
        assert.deepEqual(still, [], `${name}: ${about}`);
        asked += 1;
      }
    }
  }
  assert.ok(asked >= 2, String(asked));
});
