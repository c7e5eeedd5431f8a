import { persistentVolumeClaim } from "../../support/manifests.ts";
import type { StoredClaim } from "./claim.ts";
import { cleared, dyingClaim, found, protection, putWithout } from "./claim.ts";
import type { Ground } from "./ground.ts";
import type { Writer } from "./writers.ts";

/** How a race ended. `lost` and `wrong` must never be. */
interface Race {
  /** What the writer said of itself. */
  readonly said: string;
  readonly end: /** The writer was first, or the rival did nothing. */
    | "writer"
    /** The rival was first, and what it made is untouched. */
    | "rival"
    /** An object that the rival created is gone. */
    | "lost"
    /** A finalizer is gone that neither of the two meant to remove. */
    | "wrong"
    /** The writer said that it is done, and it is not. */
    | "lie";
}

/** The rival finishes the claim while the writer does, and creates another one of the same name. */
export async function lastFinalizerRace(place: Ground, writer: Writer): Promise<Race> {
  const claim = await dyingClaim(place, []);
  const { name } = claim.metadata;
  let rival: Promise<string | undefined> = Promise.resolve(undefined);
  const said = await writer(place, claim, protection, () => {
    rival = finishAndCreate(place, claim);
  });
  const created = await rival;
  const left = await found(place, name);
  await cleared(place, name);
  if (created !== undefined && left?.metadata.uid !== created) return { said, end: "lost" };
  if (/^(done|already)/.test(said) && left?.metadata.uid === claim.metadata.uid) return { said, end: "lie" };
  return { said, end: created === undefined ? "writer" : "rival" };
}

async function finishAndCreate(place: Ground, claim: StoredClaim): Promise<string | undefined> {
  if ((await putWithout(place, claim, protection)) !== 200) return undefined;
  const { name } = claim.metadata;
  const collection = `/api/v1/namespaces/${place.namespace}/persistentvolumeclaims`;
  const answer = await place.api.send(
    "POST",
    collection,
    persistentVolumeClaim({ name, namespace: place.namespace }),
  );
  return answer.status === 201 ? (JSON.parse(answer.body) as StoredClaim).metadata.uid : undefined;
}

const [ours, theirs] = ["example.com/ours", "example.com/theirs"];

/** A controller removes its own finalizer, which stands before ours. */
export async function severalFinalizersRace(place: Ground, writer: Writer): Promise<Race> {
  const claim = await dyingClaim(place, [theirs, ours]);
  const { name } = claim.metadata;
  let rival: Promise<number> = Promise.resolve(0);
  const said = await writer(place, claim, ours, () => {
    rival = putWithout(place, claim, theirs);
  });
  const isRivalFirst = (await rival) === 200;
  const left = (await found(place, name))?.metadata.finalizers ?? [];
  await cleared(place, name);
  if (!left.includes(protection)) return { said, end: "wrong" };
  if (/^(done|already)/.test(said) && left.includes(ours)) return { said, end: "lie" };
  return { said, end: isRivalFirst ? "rival" : "writer" };
}

export interface Tally {
  readonly races: number;
  readonly ends: ReadonlyMap<Race["end"], number>;
  /** What the writer said, without the names. */
  readonly said: ReadonlyMap<string, number>;
}

/** So many races, some at a time, or until one ends so. */
export async function raceMany(
  most: number,
  race: () => Promise<Race>,
  until: (race: Race) => boolean = () => false,
): Promise<Tally> {
  const ends = new Map<Race["end"], number>();
  const said = new Map<string, number>();
  let [begun, isOver] = [0, false];
  async function lane(): Promise<void> {
    while (begun < most && !isOver) {
      begun++;
      const ran = await race();
      ends.set(ran.end, (ends.get(ran.end) ?? 0) + 1);
      const status = ran.said.split(":")[0] ?? "";
      said.set(status, (said.get(status) ?? 0) + 1);
      isOver ||= until(ran);
    }
  }
  await Promise.all(Array.from({ length: 6 }, lane));
  return { races: begun, ends, said };
}
