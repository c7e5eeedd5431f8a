import { type ClockSource, instant, type Snapshot, say, timestamp, words } from "../../model/index.ts";
import type { ReadHead } from "../snapshot-file/index.ts";
import { assembled } from "./assemble.ts";
import type { Contents } from "./contents.ts";
import { coverageButFor, coverageOf, isHidden, namespacesOf } from "./coverage.ts";
import { InputError, refuse } from "./input-error.ts";
import type { FileIo } from "./io.ts";
import { defaultLimits, type Limits, Meter } from "./limits.ts";
import { newestInstant } from "./newest.ts";
import { pooled } from "./pool.ts";
import { readContents } from "./read-file.ts";
import { coverageOfRecord } from "./record.ts";

export { InputError } from "./input-error.ts";
export type { FileIo, FolderEntry, PathKind } from "./io.ts";
export { defaultLimits, type Limits } from "./limits.ts";
export { nodeFiles } from "./node-io.ts";

export interface ReadOptions {
  /** The moment for which the input stands, as the user gave it. */
  readonly at?: string;
  /** Milliseconds since the epoch: nothing in a file can be newer than its reading. */
  readonly now: number;
  readonly limits?: Partial<Limits>;
  /** Hears of the kinds that are in the input and that pvguard does not read. */
  readonly onStrangers?: (kinds: ReadonlyMap<string, number>) => void;
}

const day = 24 * 60 * 60 * 1000;

/** The snapshot that files, folders and standard input (`-`) make together. Throws an `InputError` with what is wrong. */
export async function readInputs(
  paths: readonly string[],
  io: FileIo,
  options: ReadOptions,
): Promise<Snapshot> {
  const limits = { ...defaultLimits, ...options.limits };
  const flagged = flaggedTime(options.at);
  if (paths.filter((path) => path === "-").length > 1) {
    throw new InputError(words("standard input (-) can be read only once"));
  }
  const meter = new Meter(limits.inputBytes);
  const files: Contents[] = [];
  for (const path of paths) files.push(await readOne(path, io, meter, limits));
  options.onStrangers?.(strangersOf(files));
  return snapshotOf(files, paths, flagged, options.now);
}

async function readOne(path: string, io: FileIo, meter: Meter, limits: Limits): Promise<Contents> {
  if (path === "-") {
    const file = "standard input";
    return readContents({ file, chunks: meter.through(file, io.stdin()) }, limits);
  }
  const kind = await io.kindOf(path);
  switch (kind) {
    case "absent":
      throw refuse({ file: path }, words("there is no such file"));
    case "other":
    case "folder":
      throw refuse({ file: path }, words("it is not a file"));
    case "file":
      return readContents({ file: path, chunks: meter.through(path, io.read(path)) }, limits);
  }
}

function snapshotOf(
  files: readonly Contents[],
  paths: readonly string[],
  flagged: string | undefined,
  now: number,
): Snapshot {
  const headed = files.filter(({ header }) => header !== undefined);
  const [header] = headed.flatMap((file) => file.header ?? []);
  if (headed.length > 1) throw new InputError(words("only one of the files can be a Snapshot of pvguard"));
  const shown = files.map(withoutHidden);
  const { objects, notes } = pooled(shown.flatMap((file) => file.objects));
  if (objects.length === 0 && header === undefined) throw nothingIn(paths);
  const heads = shown.flatMap((file) => headsOfFile(file, shown));
  return {
    ...clockOf(
      flagged,
      header?.takenAt,
      () =>
        newestInstant(
          objects.map(({ object }) => object),
          now + day,
        ) ?? now,
    ),
    source: [
      ...files.map(({ file }) => file),
      ...(header?.source === undefined ? [] : [`of ${header.source}`]),
    ].join(", "),
    readings: assembled(heads, objects),
    skipped: [...(header?.skipped ?? []), ...shown.flatMap(({ skipped }) => skipped), ...notes],
  };
}

function headsOfFile(file: Contents, all: readonly Contents[]): readonly ReadHead[] {
  const reads = file.header?.reads;
  if (reads === undefined) return coverageOf(file, new Set(all.flatMap((other) => [...namespacesOf(other)])));
  return reads.by === "record" ? coverageOfRecord(reads.heads, file) : coverageButFor(reads.notRead, file);
}

function withoutHidden(file: Contents): Contents {
  const reads = file.header?.reads;
  if (reads?.by !== "exclusion") return file;
  return { ...file, objects: file.objects.filter((kept) => !isHidden(kept, reads.notRead)) };
}

function clockOf(
  flagged: string | undefined,
  recorded: string | undefined,
  newest: () => number,
): { readonly takenAt: string; readonly clock: ClockSource } {
  if (flagged !== undefined) return { takenAt: flagged, clock: "flag" };
  if (recorded !== undefined) return { takenAt: recorded, clock: "snapshot" };
  return { takenAt: timestamp(newest()), clock: "newest-timestamp" };
}

function flaggedTime(at: string | undefined): string | undefined {
  if (at !== undefined && instant(at) === undefined) {
    throw new InputError(say`--at must be a time such as 2026-11-20T12:00:00Z, not ${at}`);
  }
  return at;
}

function nothingIn(paths: readonly string[]): InputError {
  return new InputError(
    say`${paths.join(", ")}: there is no object in it. kubectl prints an empty List also when its request failed: look at its exit code`,
  );
}

function strangersOf(files: readonly Contents[]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  for (const { strangers } of files) {
    for (const [kind, count] of strangers) sums.set(kind, (sums.get(kind) ?? 0) + count);
  }
  return sums;
}
