/** Is a remedy called what an independent run of the controllers shows? */

import { dangerOf } from "../../../src/analysis/index.ts";
import type { KubeObject, ObjectRef } from "../../../src/kubernetes/index.ts";
import type { Act, MarkedRemedy, Report } from "../../../src/report/index.ts";
import type { Outcome, Start } from "./independent-run.ts";
import { outcomesOf } from "./independent-run.ts";
import type { Order } from "./small-world.ts";
import { orders } from "./small-world.ts";

export interface Offered {
  readonly about: ObjectRef;
  readonly remedy: MarkedRemedy;
  readonly acts: readonly Act[];
}

/** Every remedy of a report or an audit of which it is known what it does, by fix or by a person. */
export function offeredIn({ diagnoses, findings }: Report): readonly Offered[] {
  const all = [
    ...diagnoses.flatMap(({ object, remedies }) => remedies.map((remedy) => ({ about: object, remedy }))),
    ...findings.flatMap(({ subject, remedies }) => remedies.map((remedy) => ({ about: subject, remedy }))),
  ];
  return all.flatMap(({ about, remedy }) => {
    const acts = remedy.fix?.acts ?? remedy.does;
    return acts === undefined ? [] : [{ about, remedy, acts }];
  });
}

/** What comes of acts that does not come without them. */
export interface Caused {
  readonly lost: readonly string[];
  readonly leaked: readonly string[];
  readonly stopped: readonly string[];
  /** Lost after the acts, whether it would be without them or not; also where the controllers act before the person. */
  readonly lostAnyway: () => readonly string[];
}

/** Remembers the runs of one cluster: many remedies do the same. */
export class Futures {
  readonly #objects: readonly KubeObject[];
  readonly #known = new Map<string, readonly Outcome[]>();

  /** Of which it is not certain that a controller can destroy them. */
  readonly #doubtful: readonly string[];

  constructor(objects: readonly KubeObject[]) {
    this.#objects = objects;
    this.#doubtful = [...disksToldGone(objects), ...pathsOutOfReach(objects)];
  }

  causedBy(acts: readonly Act[], order: Order): Caused {
    const before = this.#of([], order);
    const pairs = this.#of(acts, order).map((after, at) => [before[at] ?? after, after] as const);
    const more = (what: keyof Outcome, among = pairs) => [
      ...new Set(
        among.flatMap(([without, after]) => [...after[what]].filter((each) => !without[what].has(each))),
      ),
    ];
    return {
      lost: [...more("destroyed"), ...more("exposed")].filter((each) => !this.#isDoubtful(each)),
      leaked: more("leaked").filter((each) => !this.#isDoubtful(each)),
      stopped: more("stopped", pairs.slice(0, 1)),
      lostAnyway: () =>
        [...pairs.map(([, after]) => after), ...this.#of(acts, order, "controllers first")].flatMap(
          ({ destroyed, exposed }) => [...destroyed, ...exposed],
        ),
    };
  }

  #isDoubtful(disk: string): boolean {
    return this.#doubtful.some((handle) => disk.endsWith(handle));
  }

  #of(acts: readonly Act[], order: Order, start: Start = "acts first"): readonly Outcome[] {
    const key = JSON.stringify([acts, order, start]);
    const outcomes = this.#known.get(key) ?? outcomesOf(this.#objects, acts, order, start);
    this.#known.set(key, outcomes);
    return outcomes;
  }
}

/** Disks that a driver says do not exist, in whatever it was asked: that they are lost is then not certain. */
function disksToldGone(objects: readonly KubeObject[]): readonly string[] {
  const said = JSON.stringify(objects.filter(({ kind }) => kind === "Event" || kind === "VolumeAttachment"));
  const handles = [
    ...[...said.matchAll(/volume (vol-\w+) does not exist/g)].map(([, handle = ""]) => handle),
    ...objects.flatMap((object) => (isRecordedTooLate(object, said) ? handleOf(object) : [])),
  ];
  return said.includes("no such file or directory") ? [...handles, " /tmp/x"] : handles;
}

/** The provisioner that may not remove its finalizer has had the disk deleted before. */
function isRecordedTooLate({ kind, metadata: { name } }: KubeObject, said: string): boolean {
  return kind === "PersistentVolume" && said.includes(`persistentvolumes \\"${name}\\" is forbidden`);
}

function handleOf(object: KubeObject): readonly string[] {
  const { csi, awsElasticBlockStore: ebs, nfs } = (object.kind === "PersistentVolume" && object.spec) || {};
  return [csi?.volumeHandle, ebs?.volumeID, nfs?.path].filter((handle) => handle !== undefined);
}

/** Paths of machines that are gone: who would erase them runs there. */
function pathsOutOfReach(objects: readonly KubeObject[]): readonly string[] {
  const isThere = objects.some(({ kind, metadata }) => kind === "Node" && metadata.name === "n1");
  const paths = objects.flatMap(
    (object) =>
      (object as { readonly spec?: { readonly local?: { readonly path?: string } } }).spec?.local?.path ?? [],
  );
  return isThere ? [] : paths;
}

/** What is wrong with the label in each order of the controllers; `undefined` where nothing is. */
export function mislabelled(offered: Offered, futures: Futures): string | undefined {
  const [first, second] = orders;
  const said = wrongIn(offered, futures.causedBy(offered.acts, first));
  return said === undefined ? undefined : wrongIn(offered, futures.causedBy(offered.acts, second));
}

function wrongIn(
  { about, remedy, acts }: Offered,
  { lost, leaked, stopped, lostAnyway }: Caused,
): string | undefined {
  const accepted = remedy.fix?.accept ?? [];
  const told = `${about.kind} ${about.name}: ${remedy.name} of ${acts[0]?.on.kind} is ${remedy.safety}`;
  if (lost.length > 0 && remedy.safety !== "loses-data") return `${told}, and loses ${lost.join()}`;
  if (leaked.length > 0 && remedy.safety === "safe") return `${told}, and leaks ${leaked.join()}`;
  if (stopped.length > 0 && remedy.safety === "safe") return `${told}, and stops a running pod`;
  if (accepted.length > 0 && remedy.safety === "safe") return `${told}, and has to be accepted`;
  const isUnknown = remedy.follows?.data === "unknown";
  const isDeclared = dangerOf(remedy) === "loses-data";
  if (remedy.safety === "loses-data" && !isDeclared && !isUnknown && lostAnyway().length === 0)
    return `${told}, and nothing is lost after it`;
  return undefined;
}
