import type { Snapshot } from "../../cluster/index.ts";
import type { ObjectRef, OtherObject } from "../../kubernetes/index.ts";
import { appliersOf, nameKey, refOf, say, timestamp, words } from "../../kubernetes/index.ts";
import type { ReadHead } from "../snapshot-file/index.ts";
import { clockOf, flaggedTime, newestInstant } from "./clock.ts";
import type { Kept } from "./contents.ts";
import type { Together } from "./coverage.ts";
import {
  coverageButFor,
  coverageOf,
  isHidden,
  namespacesOf,
  namespacesWithoutSomeClaim,
} from "./coverage.ts";
import type { Part } from "./folder.ts";
import type { FileIo } from "./io.ts";
import type { FilesRead, Limits } from "./limits.ts";
import { defaultLimits, InputError, Meter } from "./limits.ts";
import type { ManifestsRead } from "./manifests.ts";
import { manifestsIn } from "./manifests.ts";
import { readInput } from "./open.ts";
import { pooled } from "./pool.ts";
import type { Said } from "./readings.ts";
import { assembled, coverageOfRecord, nothingSaid, withWholeKinds } from "./readings.ts";

export type { FileIo, FolderEntry } from "./io.ts";
export { isEndless, nodeFiles } from "./io.ts";
export { type FilesRead, InputError } from "./limits.ts";
export { namedInFiles } from "./named.ts";
export type { Said } from "./readings.ts";
export { documentIn } from "./yaml.ts";

export interface ReadOptions {
  /** The moment for which the input stands, as the user gave it. */
  readonly at?: string;
  /** Milliseconds since the epoch: nothing in a file can be newer than its reading. */
  readonly now: number;
  /** What a person says of the input beside what it shows. */
  readonly said?: Said;
  /** Objects that have never been in a cluster are read if there are no others. */
  readonly manifests?: boolean;
  readonly limits?: Partial<Omit<Limits, "keep" | "manifests">>;
  /** Is handed each object as it stands in the input. They are kept only where this is given. */
  readonly onWhole?: (ref: ObjectRef, whole: object) => void;
  /** Hears how far the reading is, after each chunk of a file. */
  readonly onProgress?: (read: FilesRead) => void;
}

const day = 24 * 60 * 60 * 1000;

/** The snapshot that files, folders and standard input (`-`) make together. Throws an `InputError` with what is wrong. */
export async function readInputs(
  paths: readonly string[],
  io: FileIo,
  options: ReadOptions,
): Promise<Snapshot> {
  const keep = options.onWhole === undefined ? "decoded" : "whole";
  const limits: Limits = { ...defaultLimits, ...options.limits, keep, manifests: options.manifests === true };
  const flagged = flaggedTime(options.at);
  if (paths.includes("")) {
    throw new InputError(
      words("--from is empty: it needs a file, a directory, an archive or - (standard input)"),
    );
  }
  if (paths.filter((path) => path === "-").length > 1) {
    throw new InputError(words("standard input (-) can be read only once"));
  }
  const meter = new Meter(limits, options.onProgress);
  meter.expect(paths.length);
  const parts: Part[] = [];
  for (const path of paths) for (const part of await readInput(path, io, meter)) parts.push(part);
  return snapshotOf(parts, paths.map(nameOf), flagged, options);
}

function snapshotOf(
  parts: readonly Part[],
  names: readonly string[],
  flagged: string | undefined,
  { now, onWhole, manifests, said = nothingSaid }: ReadOptions,
): Snapshot {
  if (manifests === true) {
    const found = manifestsIn(parts.map(({ contents }) => contents));
    if (found !== undefined) return snapshotOfManifests(found, names, now);
    for (const { contents } of parts) if (contents.failed !== undefined) throw contents.failed;
  }
  const headers = parts.flatMap(({ contents }) => contents.header ?? []);
  const [header] = headers;
  if (header !== undefined && said !== nothingSaid)
    throw new InputError(
      words("a Snapshot of pvguard already records what was read: remove --complete and --namespaces"),
    );
  if (headers.length > 1) throw new InputError(words("only one of the files can be a Snapshot of pvguard"));
  const shown = parts.map(withoutHidden);
  const all = shown.map(({ contents }) => contents);
  const { objects, notes } = pooled(all.flatMap((each) => each.objects));
  const skipped = all.flatMap((each) => each.skipped);
  const strangers = new Set(all.flatMap((each) => [...each.strangers]));
  if (objects.length === 0 && header === undefined) throw nothingIn(names, skipped, [...strangers]);
  for (const { object, whole } of objects) if (whole !== undefined) onWhole?.(refOf(object), whole);
  const newest = () =>
    newestInstant(
      objects.map(({ object }) => object),
      now + day,
    ) ?? now;
  const together = {
    namespaces: new Set(all.flatMap((each) => [...namespacesOf(each)])),
    withoutSomeClaim: namespacesWithoutSomeClaim(objects),
    said: said.namespaces,
  };
  const heads = shown.flatMap((part) => headsOfPart(part, together));
  return {
    ...clockOf(flagged, header?.takenAt, newest),
    source: [...names, ...(header?.source === undefined ? [] : [`of ${header.source}`])].join(", "),
    ...(header?.source === undefined ? {} : { cluster: header.source }),
    readings: assembled(withWholeKinds(heads, objects, all, said), objects),
    otherOwners: ownersAmong(
      all.flatMap((each) => each.others),
      objects,
    ),
    missingOwners: header?.owners ?? [],
    skipped: [...(header?.skipped ?? []), ...skipped, ...notes],
  };
}

/** What is not in the files was not read: that it does not exist, no rule about manifests concludes. */
function snapshotOfManifests(found: ManifestsRead, names: readonly string[], now: number): Snapshot {
  const { objects, notes } = pooled(found.objects, "and only the first was checked");
  return {
    takenAt: timestamp(now),
    clock: "manifests",
    source: `manifests, not a cluster: ${names.join(", ")} (${found.extent})`,
    readings: assembled(withWholeKinds([], objects, [], { ...nothingSaid, complete: "every kind" }), objects),
    skipped: [...found.skipped, ...notes],
    places: new Map(
      objects.flatMap(({ object, place }) =>
        place === undefined || place.file === nameOf("-") ? [] : [[nameKey(refOf(object)), place] as const],
      ),
    ),
  };
}

/** Those that own, by their kind and name, any of the objects, or by which a tool applies one. */
function ownersAmong(others: readonly OtherObject[], objects: readonly Kept[]): readonly OtherObject[] {
  const nameIn = (kind = "", name = "") => JSON.stringify([kind, name]);
  const owners = new Set(
    objects.flatMap(({ object }) =>
      [...(object.metadata.ownerReferences ?? []), ...appliersOf(object)].map(({ kind, name }) =>
        nameIn(kind, name),
      ),
    ),
  );
  return others.filter(({ kind, metadata }) => owners.has(nameIn(kind, metadata.name)));
}

function headsOfPart({ contents, heads }: Part, together: Together): readonly ReadHead[] {
  if (heads !== undefined) return heads;
  const reads = contents.header?.reads;
  if (reads === undefined) return coverageOf(contents, together);
  if (reads.by === "record") return coverageOfRecord(reads.heads, contents);
  return coverageButFor(reads.notRead, contents);
}

function withoutHidden(part: Part): Part {
  const reads = part.contents.header?.reads;
  if (reads?.by !== "exclusion") return part;
  const objects = part.contents.objects.filter((kept) => !isHidden(kept, reads.notRead));
  return { ...part, contents: { ...part.contents, objects } };
}

function nameOf(path: string): string {
  return path === "-" ? "standard input" : path;
}

function nothingIn(
  names: readonly string[],
  [problem]: readonly string[],
  [stranger, ...others]: readonly string[],
): InputError {
  if (problem !== undefined)
    return new InputError(
      say`no object in the input could be read: ${problem}${words(problem.includes("metadata.uid is missing") ? withHeader : "")}`,
    );
  if (stranger !== undefined) {
    const more = others.length === 0 ? [] : say`, ${others.length} more`;
    return new InputError(
      say`${names.join(", ")}: contains no objects that pvguard reads, only objects of other kinds (${stranger}${more})`,
    );
  }
  return new InputError(
    say`${names.join(", ")}: contains no objects. kubectl also prints an empty List when its request failed: check its exit code`,
  );
}

const withHeader =
  ". To read manifests that do not come from a cluster, put this document first: {apiVersion: pvguard.dev/v1alpha1, kind: Snapshot, reads: all}";
