import assert from "node:assert/strict";
import { join } from "node:path";
import type { Ended, Program } from "./program.ts";

interface Answer {
  readonly code: number;
  readonly said: Said;
}

interface Said {
  readonly [field: string]: unknown;
  readonly diagnoses?: readonly {
    readonly verdict: { readonly category: string; readonly reason: string };
  }[];
  readonly subjects?: readonly {
    readonly blockers: readonly { readonly object: { readonly kind: string; readonly name: string } }[];
  }[];
}

/**
 * Only these may differ between a live cluster and its snapshot. `takenAt`: the snapshot was written a moment later.
 * `clock`: it says from where the time was taken. `source`: the server, or the file. Nothing in the JSON is an age: it
 * holds points in time, which are the cluster's own.
 */
const mayDiffer = ["takenAt", "clock", "source"];

/** `kubectl pvguard why X -o json`, live. */
export async function why(program: Program, user: string, ...args: readonly string[]): Promise<Answer> {
  return answer(await program.throughKubectl(user, "why", ...args, "-o", "json"));
}

/** Asks the live cluster, then writes a snapshot and asks that; both must give the same answers. */
export async function sameAnswers(
  program: Program,
  user: string,
  target: readonly string[],
  snapshotFlags: readonly string[] = [],
): Promise<{ readonly why: Answer; readonly blockers: Answer }> {
  const file = join(program.folder, `${target.join("-").replaceAll("/", "-")}.yaml`);
  const ask = async (command: string, ...more: readonly string[]): Promise<Answer> =>
    answer(await program.alone(user, command, ...target, "-o", "json", ...more));
  const live = { why: await why(program, user, ...target), blockers: await ask("blockers") };
  const snapshot = await program.throughKubectl(user, "snapshot", "-o", file, ...snapshotFlags);
  assert.equal(snapshot.code, 0, snapshot.stderr);
  const offline = { why: await ask("why", "--from", file), blockers: await ask("blockers", "--from", file) };
  assert.deepEqual(comparable(offline.why), comparable(live.why), "why");
  assert.deepEqual(comparable(offline.blockers), comparable(live.blockers), "blockers");
  return live;
}

export function comparable({ code, said }: Answer): object {
  const fields = Object.entries(said).filter(([field]) => !mayDiffer.includes(field));
  return { code, said: Object.fromEntries(fields) };
}

export function answer({ code, stdout, stderr }: Ended): Answer {
  assert.notEqual(stdout, "", `nothing was printed; exit code ${code}: ${stderr}`);
  return { code, said: JSON.parse(stdout) as Said };
}

export function reasonOf({ said }: Answer): string {
  return said.diagnoses?.map(({ verdict }) => verdict.reason).join(",") ?? "";
}

export function blockersIn({ said }: Answer): readonly string[] {
  const subjects = said.subjects ?? [];
  return subjects.flatMap(({ blockers }) =>
    blockers.map(({ object }) => `${object.kind.toLowerCase()}/${object.name}`),
  );
}
