import type { FileSystem } from "../../changes/executor/index.ts";
import type { Rescue } from "../../changes/index.ts";
import { objectsOf } from "../../changes/index.ts";
import type { ObjectRef, Phrase } from "../../kubernetes/index.ts";
import { isRecord, nameKey, own, parsedJson, say } from "../../kubernetes/index.ts";
import { Failure } from "../failure.ts";

/** Rescues that were begun and are not done, one file each, readable only by their owner. */
export interface RescueStore {
  /** The one of this server that an object belongs to. */
  find(server: string, named: ObjectRef): Promise<RescueState | undefined>;
  /** The files beside them that tell nothing: torn, edited, or of another version of pvguard. */
  illegible(): Promise<readonly string[]>;
  /** Whole, or not at all; on the disk when it returns. Only then the one that it replaces is forgotten. */
  save(state: RescueState, former?: RescueState): Promise<void>;
  forget(state: RescueState): Promise<void>;
}

export function rescueStore(files: FileSystem, directory: string): RescueStore {
  const folder = `${directory}/rescues`;
  const pathOf = (state: RescueState) => `${folder}/${fileOf(state)}`;

  async function saved(): Promise<readonly { readonly path: string; readonly state?: RescueState }[]> {
    if ((await files.inspect(folder)).is === "missing") return [];
    const names = (await files.list(folder)).filter((name) => name.endsWith(".json")).sort();
    return await Promise.all(names.map((name) => read(`${folder}/${name}`)));
  }

  async function read(path: string): Promise<{ readonly path: string; readonly state?: RescueState }> {
    const state = stateIn(new TextDecoder().decode(await files.read(path)));
    return state === undefined ? { path } : { path, state };
  }

  async function states(): Promise<readonly RescueState[]> {
    return (await saved()).flatMap(({ state }) => state ?? []);
  }

  async function write(state: RescueState): Promise<void> {
    for (const path of [directory, folder]) await makePrivate(path);
    const path = pathOf(state);
    const beside = `${path}.new`;
    await files.remove(beside);
    await files.create(beside, new TextEncoder().encode(stateText(state)));
    await files.rename(beside, path);
    await files.syncDirectory(folder);
  }

  async function makePrivate(path: string): Promise<void> {
    if ((await files.inspect(path)).is === "missing") await files.makeDirectory(path);
    const { is, ...rest } = await files.inspect(path);
    const mode = "mode" in rest ? (rest.mode ?? 0) : 0;
    if (is !== "directory" || (mode & 0o022) !== 0 || ("owned" in rest && rest.owned === "by-another"))
      throw new Error(`${path} is not a directory that only you can write to`);
  }

  return {
    find: (server, named) =>
      tried(say`could not read the earlier rescues in ${folder}`, async () =>
        (await states()).find((state) => state.server === server && concerns(state, named)),
      ),
    illegible: () =>
      tried(say`could not read the earlier rescues in ${folder}`, async () =>
        (await saved()).flatMap(({ path, state }) => (state === undefined ? [path] : [])),
      ),
    save: (state, former) =>
      tried(say`could not save the state of the rescue in ${folder}`, async () => {
        await write(state);
        if (former !== undefined && pathOf(former) !== pathOf(state)) await files.remove(pathOf(former));
      }),
    forget: (state) =>
      tried(say`could not remove ${pathOf(state)}`, async () => {
        await files.remove(pathOf(state));
      }),
  };
}

function concerns({ rescue }: RescueState, named: ObjectRef): boolean {
  return objectsOf(rescue).some((ref) => nameKey(ref) === nameKey(named));
}

/** The uid of the first claim keeps apart what has the same name. */
function fileOf({ rescue }: RescueState): string {
  const [first] = rescue.pairs;
  const parts = [
    rescue.namespace.name,
    first?.claim.name ?? "",
    first?.claim.uid ?? first?.volume.name ?? "",
  ];
  return `${parts.map((part) => part.replaceAll(/[^A-Za-z0-9._-]/g, "_").slice(0, 80)).join("-")}.json`;
}

async function tried<T>(what: Phrase, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (problem) {
    const reason = problem instanceof Error ? problem.message : String(problem);
    throw new Failure("refused", say`error: ${what}: ${reason}. Nothing more was sent.`);
  }
}

/** A rescue that a person confirmed, on disk, so that another run can go on with it. */
export interface RescueState {
  readonly version: 1;
  readonly server: string;
  /** Of the plan that was confirmed: the same `--confirm` goes on with it. */
  readonly digest: string;
  readonly rescue: Rescue;
}

export function stateText(state: RescueState): string {
  return `${JSON.stringify(state, undefined, 2)}\n`;
}

/** `undefined` for anything that this version did not write. */
export function stateIn(text: string): RescueState | undefined {
  const value = parsedJson(text);
  // Each field that is used was looked at.
  return isState(value) ? (value as RescueState) : undefined;
}

type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";
const isCount: Check = (value) => Number.isSafeInteger(value) && Number(value) >= 0;
const isManifest: Check = (value) => typeof value === "string" && isRecord(parsedJson(value));
const oneOf =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const listOf =
  (isOne: Check): Check =>
  (value) =>
    Array.isArray(value) && value.every(isOne);
const recordOf =
  (fields: { readonly [field: string]: Check }): Check =>
  (value) =>
    isRecord(value) && Object.entries(fields).every(([field, isRight]) => isRight(own(value, field)));

const ref = { apiVersion: isText, kind: isText, name: isText };
const isRef = recordOf(ref);
const isSaved = recordOf({ name: isText, uid: isText, manifest: isManifest });
const isStopped = recordOf({
  owner: recordOf({ ...ref, uid: isText }),
  replicas: isCount,
  during: isCount,
  whenScaled: oneOf("Retain", "Delete"),
  runBy: (value) => value === undefined || isRef(value),
});
const isState = recordOf({
  version: oneOf(1),
  server: isText,
  digest: isText,
  rescue: recordOf({
    namespace: recordOf({ name: isText, uid: isText }),
    pairs: listOf(recordOf({ claim: isSaved, volume: isSaved })),
    stopped: listOf(isStopped),
    safe: listOf(isText),
    accepted: listOf(isText),
  }),
});
