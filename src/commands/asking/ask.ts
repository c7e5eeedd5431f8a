import type { Demand, Snapshot } from "../../cluster/index.ts";
import { everywhere, inNamespace } from "../../cluster/index.ts";
import { eventsScope } from "../../controllers/indexes/index.ts";
import { volumeNamed } from "../../controllers/objects/index.ts";
import type { KubeObject, ObjectRef, Phrase, Resource } from "../../kubernetes/index.ts";
import { words } from "../../kubernetes/index.ts";
import type { Accepts, Request, Target } from "../arguments/request.ts";
import { readRequest } from "../arguments/request.ts";
import type { Invocation } from "../command.ts";
import type { Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import { ignoreNotFound } from "../flags/index.ts";
import type { Readings, Source } from "../sources/source.ts";
import type { Questions, Surroundings, Tell } from "../surroundings.ts";
import type { Answerable, Foresee } from "./collect.ts";
import { collect, isRefused } from "./collect.ts";
import type { StandIns } from "./select.ts";
import { namespaceOf, select } from "./select.ts";
import { demandKey } from "./widen.ts";

const many = 256;
const few = 64;

/**
 * Some of very many objects, from all over the list; none where there are not as many. What they turn out to need, most of the
 * others need, too: it is read before all are looked at, so that they need not be looked at again and again.
 */
function fewOfMany(objects: readonly KubeObject[]): readonly KubeObject[] {
  if (objects.length < many) return [];
  const places = Array.from({ length: few }, (_, at) => Math.floor((at * objects.length) / few));
  return places.flatMap((place) => objects[place] ?? []);
}

/**
 * Begins an answer about some objects. It is made from what was read so far, again and again: each snapshot has what the one
 * before it had, and more.
 */
export type Make<T> = (objects: readonly KubeObject[]) => (snapshot: Snapshot) => T | Promise<T>;

export interface Answering<T> {
  readonly make: Make<T>;
  readonly foresee?: (objects: readonly KubeObject[]) => Foresee;
}

/** Loads what makes the answer, which is large: begun when the first questions are under way. */
type Loaded<T> = (request: Request) => Promise<Answering<T>>;

/** What is asked about the objects that a person names, and how. */
interface AskOptions<T> {
  readonly accepts: Accepts;
  readonly load: Loaded<T>;
  readonly waiting: "shown" | "silent";
  readonly questions: Questions;
  readonly standIns?: StandIns;
  /** What is asked about, where words do not say it. */
  readonly request?: Request;
  /** What the source is asked through, once it is open. */
  readonly through?: (source: Source) => Promise<Source>;
}

/** The answer to a question about objects that a person named. */
export interface Asked<T> {
  readonly request: Request;
  readonly source: Source;
  readonly objects: readonly KubeObject[];
  readonly answer: T;
  /** Without those that the person does not want to hear of. */
  readonly failures: readonly Failure[];
  /** Why objects are told of that stand in for one that does not exist. */
  readonly insteads: readonly Phrase[];
}

/** Finds the objects that were named, reads what the answer needs, and makes it. */
export async function ask<T extends Answerable>(
  { words: given, flags }: Invocation,
  surroundings: Surroundings,
  {
    accepts,
    load,
    waiting,
    questions,
    standIns,
    through = async (source) => source,
    ...named
  }: AskOptions<T>,
): Promise<Asked<T>> {
  const request = named.request ?? readRequest(given, flags, accepts);
  const read = async (tell?: Tell) => {
    const source = await through(await surroundings.open(flags, tell, questions));
    return await answered({ request, flags, source, standIns }, load, "on");
  };
  return waiting === "shown" ? await surroundings.busy(words("Reading"), read) : await read();
}

/** As `ask`, of a source that is open already. */
export async function askAgain<T extends Answerable>(
  request: Request,
  flags: FlagValues,
  source: Source,
  make: Make<T>,
): Promise<Asked<T>> {
  return await answered({ request, flags, source }, async () => ({ make }), "off");
}

/** A request, and the open source that is to answer it. */
interface OpenRequest {
  readonly request: Request;
  readonly flags: FlagValues;
  readonly source: Source;
  readonly standIns?: StandIns | undefined;
}

/** @param ahead whether to ask beside what is needed for what will be: it saves time, and can ask for too much */
async function answered<T extends Answerable>(
  { request, flags, source, standIns }: OpenRequest,
  load: Loaded<T>,
  ahead: "on" | "off",
): Promise<Asked<T>> {
  const isAhead = source.kind === "live" && ahead === "on";
  const asking = isAhead ? readBeside(demandsBefore(request, namespaceOf(flags, source)), source) : undefined;
  const [selection, { make, foresee }] = await Promise.all([
    select(request, flags, source, standIns),
    load(request),
  ]);
  const { objects } = selection;
  const beside = objects.length === 0 ? undefined : await asking;
  const known = withReadings(withReadings(source.start(), selection), beside);
  const answering = isAhead && foresee !== undefined ? { make, foresee } : { make };
  const made = await madeAbout(objects, answering, known, beside?.source ?? source);
  const isIgnored = ({ kind }: Failure) => kind === "not-found" && flags.isOn(ignoreNotFound);
  const failures = selection.failures.filter((failure) => !isIgnored(failure));
  return { request, source, objects, answer: made, failures, insteads: selection.insteads };
}

/** Of very many, a few are asked about first: what they need is read for all, and what can be foreseen is. */
async function madeAbout<T extends Answerable>(
  objects: readonly KubeObject[],
  { make, foresee }: Answering<T>,
  known: Snapshot,
  source: Source,
): Promise<T> {
  const few = source.kind === "live" ? fewOfMany(objects) : [];
  if (few.length === 0)
    return (await collect(make(objects), known, source, { foresee: foresee?.(objects) })).made;
  const wider = { foresee: foresee?.(few), asking: "about some of many" } as const;
  const { snapshot } = await collect(make(few), known, source, wider);
  // To look ahead around each of many takes as long as to answer.
  return (await collect(make(objects), snapshot, source)).made;
}

function withReadings(start: Snapshot, more: Readings | undefined): Snapshot {
  return {
    ...start,
    readings: [...start.readings, ...(more?.readings ?? [])],
    skipped: [...start.skipped, ...(more?.skipped ?? [])],
  };
}

/** From this many names on it is no longer one question. */
const manyTargets = 10;

/** What the answer will need whatever the objects turn out to be, so that it can be asked for beside them. */
function demandsBefore(request: Request, namespace: string | undefined): readonly Demand[] {
  if (request.by !== "name" || request.targets.length >= manyTargets) return [];
  return request.targets.flatMap((target) => besides(target, target.namespace ?? namespace));
}

function besides({ resource, name }: Target, namespace: string | undefined): readonly Demand[] {
  const within = (of: Resource): readonly Demand[] =>
    namespace === undefined ? [] : [{ resource: of, scope: inNamespace(namespace) }];
  switch (resource) {
    case "v1/persistentvolumeclaims":
      return [...within("v1/pods"), { resource: "v1/persistentvolumes", scope: everywhere }];
    case "v1/pods": {
      if (namespace === undefined) return [];
      const pod = { apiVersion: "v1", kind: "Pod", namespace, name };
      return [...within("v1/persistentvolumeclaims"), eventsOn(pod)];
    }
    case "v1/persistentvolumes":
      return [eventsOn(volumeNamed(name))];
    default:
      return [];
  }
}

function eventsOn(ref: ObjectRef): Demand {
  return { resource: "v1/events", scope: eventsScope(ref) };
}

/** What was read while the objects themselves were. */
interface Beside extends Readings {
  /** The source, which says again what it refused, when that is needed, instead of being asked again. */
  readonly source: Source;
}

/** That it fails is no news yet: what is needed of it is asked for again. */
async function readBeside(demands: readonly Demand[], source: Source): Promise<Beside> {
  const nothing: Readings = { readings: [], skipped: [] };
  const read = demands.length === 0 ? nothing : await source.collect(demands, "beside").catch(() => nothing);
  const refused = new Map(read.readings.filter(isRefused).map((reading) => [demandKey(reading), reading]));
  return {
    readings: read.readings.filter((reading) => !isRefused(reading)),
    skipped: read.skipped,
    source: {
      ...source,
      async collect(wanted, pods) {
        const old = wanted.flatMap((demand) => refused.get(demandKey(demand)) ?? []);
        const rest = wanted.filter((demand) => !refused.has(demandKey(demand)));
        const { readings, skipped } = rest.length === 0 ? nothing : await source.collect(rest, pods);
        return { readings: [...old, ...readings], skipped };
      },
    },
  };
}
