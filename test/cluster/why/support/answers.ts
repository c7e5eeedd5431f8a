import assert from "node:assert/strict";
import { join } from "node:path";
import type { Ended, Program, User } from "./program.ts";

interface Answer {
  readonly code: number;
  readonly said: Said;
}

interface Said {
  readonly [field: string]: unknown;
  readonly unread?: readonly { readonly resource: string; readonly reason: string }[];
  readonly diagnoses?: readonly Diagnosed[];
  readonly subjects?: readonly {
    readonly blockers: readonly { readonly object: { readonly kind: string; readonly name: string } }[];
  }[];
}

interface Diagnosed {
  readonly object: { readonly namespace?: string; readonly name: string };
  readonly verdict: { readonly category: string; readonly reason: string };
  readonly fate?: { readonly data: string };
  readonly remedies: readonly {
    readonly title: string;
    readonly primary: boolean;
    readonly commands: readonly string[];
  }[];
}

/**
 * Only these may differ between a live cluster and its snapshot. `takenAt`: the snapshot was written a moment later.
 * `clock`: it says from where the time was taken. `source`: the server, or the file. Nothing in the JSON is an age: it
 * holds points in time, which are the cluster's own.
 */
const mayDiffer = ["takenAt", "clock", "source"];

/**
 * Why the server refused, in its own words: a live answer was refused one object (`cannot get`), a snapshot the whole
 * list (`cannot list`).
 */
const serverWords = ["detail"];

/** `kubectl pvguard why X -o json`, live. */
export async function why(program: Program, user: User, ...args: readonly string[]): Promise<Answer> {
  return answer(await program.throughKubectl(user, "why", ...args, "-o", "json"));
}

interface SnapshotTaken {
  readonly flags: readonly string[];
  /** 3 when something could not be read. */
  readonly code: 0 | 3;
}

/** Asks the live cluster, then writes a snapshot and asks that; both must give the same answers. */
export async function sameAnswers(
  program: Program,
  user: User,
  target: readonly string[],
  snapshot: SnapshotTaken = { flags: [], code: 0 },
): Promise<{ readonly why: Answer; readonly blockers: Answer }> {
  const file = join(program.folder, `${target.join("-").replaceAll("/", "-")}.yaml`);
  const ask = async (command: string, ...more: readonly string[]): Promise<Answer> =>
    answer(await program.alone(user, command, ...target, "-o", "json", ...more));
  const live = { why: await why(program, user, ...target), blockers: await ask("blockers") };
  const taken = await program.throughKubectl(user, "snapshot", "-o", file, ...snapshot.flags);
  assert.equal(taken.code, snapshot.code, taken.stderr);
  const offline = { why: await ask("why", "--from", file), blockers: await ask("blockers", "--from", file) };
  assert.deepEqual(comparable(offline.why), comparable(live.why), "why");
  assert.deepEqual(comparable(offline.blockers), comparable(live.blockers), "blockers");
  return live;
}

function comparable({ code, said }: Answer): object {
  const fields = Object.entries(said).filter(([field]) => !mayDiffer.includes(field));
  const json = JSON.stringify(Object.fromEntries(fields), (key, value) =>
    serverWords.includes(key) ? undefined : value,
  );
  return { code, said: JSON.parse(json) as unknown };
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
