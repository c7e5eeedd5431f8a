import type { ObjectRef } from "../kubernetes/index.ts";
import { flatten, nameKey, shortNameOf } from "../kubernetes/index.ts";
import type { Diagnosis, Hold, Shell } from "../report/index.ts";
import type { Printable } from "./escape.ts";
import { commandLine, quoted } from "./shell.ts";

/** What every shown command needs beside itself. */
export interface Reach {
  /** The flags that decide which cluster it acts on, and as whom, as the person gave them. */
  readonly flags: readonly string[];
  readonly shell: Shell;
  /** The flags that name the files that were read instead of a cluster. Only commands of pvguard that read take them. */
  readonly files?: readonly string[];
}

export const noReach: Reach = { flags: [], shell: "posix" };

/**
 * Adds the flags to every command for kubectl and for pvguard itself in what is shown. So a pasted command acts on the
 * cluster that was read. Content is plain data; commands in it are those of `CommandLine` and those in our own words.
 */
export function reached<T>(content: T, reach: Reach): T {
  const isBare = reach.flags.length === 0 && (reach.files ?? []).length === 0 && reach.shell === "posix";
  return isBare ? content : (mapped(content, reach, new Map()) as T);
}

/** @param known what is one object in the content stays one: some parts name others by what they are */
function mapped(value: unknown, reach: Reach, known: Map<object, unknown>): unknown {
  if (typeof value !== "object" || value === null || !isPlain(value)) return value;
  const before = known.get(value);
  if (before !== undefined) return before;
  const after = Array.isArray(value)
    ? value.map((each) => mapped(each, reach, known))
    : {
        ...Object.fromEntries(
          Object.entries(value).map(([key, each]) => [key, changed(key, each, reach, known)]),
        ),
        ...("argv" in value && reach.shell !== "posix" ? { shell: reach.shell } : {}),
      };
  known.set(value, after);
  return after;
}

function changed(key: string, value: unknown, reach: Reach, known: Map<object, unknown>): unknown {
  if (key === "words" && typeof value === "string") return withReach(value, reach);
  return key === "argv" && isKubectl(value) ? withFlags(value, reach) : mapped(value, reach, known);
}

/** A list or a record, and no object of a class. */
export function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

function isKubectl(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value[0] === "kubectl" && value.every((each) => typeof each === "string");
}

/** Before `--`: what follows that is for another program. */
export function argvWith(argv: readonly string[], reach: readonly string[]): readonly string[] {
  const end = argv.indexOf("--");
  return end < 0 ? [...argv, ...reach] : [...argv.slice(0, end), ...reach, ...argv.slice(end)];
}

function withFlags(argv: readonly string[], { flags, files = [] }: Reach): readonly string[] {
  const [, tool, command = ""] = argv;
  const isOurs = tool === "pvguard" && reading.has(command);
  return argvWith(argv, isOurs ? [...files, ...flags] : flags);
}

/** What is to be changed is changed on the cluster. */
const reading: ReadonlySet<string> = new Set(["why", "blockers", "before", "audit", "snapshot"]);

const commands = /kubectl pvguard (?:why|blockers|before|audit|fix|rescue|undo|snapshot)\b/g;

/** A command within a sentence of our own: its flags come right behind its name, wherever its objects stand. */
export function withReach(text: string, reach: Reach): string {
  return text.replace(commands, (command) =>
    withFlags(command.split(" "), reach)
      .map((part) => quoted(part, reach.shell))
      .join(" "),
  );
}

/** A command of pvguard itself, to be pasted into the person's shell. */
export function ownCommand(argv: readonly string[], reach: Reach = noReach): Printable | undefined {
  return commandLine({ argv: withFlags(["kubectl", "pvguard", ...argv], reach), shell: reach.shell });
}

/** `pvc/data`, `-n`, `shop`. */
export function argumentsFor(object: ObjectRef): readonly string[] {
  const name = flatten(shortNameOf(object), (data) => data);
  return object.namespace === undefined ? [name] : [name, "-n", object.namespace];
}

const claim = "PersistentVolumeClaim";
const volume = "PersistentVolume";

/** The kinds that `fix` can be asked about, beside namespaces. */
const fixable: readonly string[] = [
  claim,
  volume,
  "Pod",
  "VolumeAttachment",
  "VolumeSnapshot",
  "VolumeSnapshotContent",
];

/** The kinds that `why` explains, beside namespaces. */
export const explained: ReadonlySet<string> = new Set([
  ...fixable,
  "StatefulSet",
  "Deployment",
  "ReplicaSet",
  "DaemonSet",
  "Job",
  "CronJob",
  "Node",
  "StorageClass",
]);

/** The command of pvguard about one object; undefined for a kind that it does not explain. */
export function askAbout(
  object: ObjectRef,
  command: "why" | "fix",
  { reach, again }: { readonly reach?: Reach; readonly again?: { readonly why: readonly string[] } },
): Printable | undefined {
  const isTaken = command === "fix" ? fixable.includes(object.kind) : explained.has(object.kind);
  const more = command === "why" ? (again?.why ?? []) : [];
  return isTaken ? ownCommand([command, ...argumentsFor(object), ...more], reach) : undefined;
}

/**
 * The command that restores a claim, or the volume of one, that is being deleted and whose data still exists. Of a volume that was
 * kept when its claim was deleted, too.
 */
export function rescueOf(diagnosis: Diagnosis, reach: Reach = noReach): Printable | undefined {
  const { object, state, fate, holds } = diagnosis;
  const isThere = fate?.data === "destroyed" || fate?.data === "leaked" || fate?.data === "kept";
  if (!isThere || (object.kind !== claim && object.kind !== volume)) return undefined;
  const isKept = object.kind === volume && state === "Released" && fate.data === "kept";
  if (isKept && holds.some(({ reason }) => reason === "ReleasedByDesign")) return rescueLine(object, reach);
  if (state !== "Terminating") {
    const going = claimGoingUnder(diagnosis);
    return going === undefined ? undefined : rescueLine(going, reach);
  }
  const hasClaim = [object, ...holds.flatMap(heldBy)].some(isClaim);
  return hasClaim ? rescueLine(object, reach) : undefined;
}

/** The Terminating claim of a volume that is not being deleted itself. */
function claimGoingUnder({ object, holds }: Diagnosis): ObjectRef | undefined {
  const own = holds.filter(({ held }) => nameKey(held) === nameKey(object));
  const marked = own.filter(({ evidence }) =>
    evidence.some(({ about, path }) => isClaim(about) && path === "metadata.deletionTimestamp"),
  );
  return marked.flatMap(heldBy).find(isClaim);
}

function heldBy({ holder }: Hold): readonly ObjectRef[] {
  return "object" in holder ? [holder.object] : [];
}

function isClaim({ kind }: ObjectRef): boolean {
  return kind === claim;
}

function rescueLine(object: ObjectRef, reach: Reach): Printable | undefined {
  return ownCommand(["rescue", ...argumentsFor(object), "--dry-run"], reach);
}
