import type { Cluster, Fact, Found, Listed, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import type {
  KubeObject,
  PersistentVolume,
  PersistentVolumeClaim,
  Pod,
  StorageClass,
} from "../../kubernetes/index.ts";
import { annotationOf, isTerminating, keyOf } from "../../kubernetes/index.ts";
import { bindCompleted } from "../annotation-names.ts";
import { openVolumesByClass, podsOfClaim, volumesNaming } from "../indexes/index.ts";
import { parseQuantity } from "../objects/quantity.ts";
import { defaultClassOf, leavesClassOpen, storageClassNameOf } from "../objects/storage-class.ts";
import { firstWhere, modesKey, offersModes, selectorMatches, sizeOfVolume } from "./match.ts";

export interface ClaimFacts {
  /** The volume that `spec.volumeName` names. */
  readonly named: PersistentVolume | undefined;
  /** The volumes that could be matched, and are not worse than another; asked only when the claim names none. */
  readonly volumes: readonly PersistentVolume[];
  /** The claim's class, when it has one that exists. */
  readonly storageClass: StorageClass | undefined;
  readonly defaultClass: StorageClass | undefined;
  /** The pods that use the claim. */
  readonly pods: readonly Pod[];
}

type FactsReading =
  | { readonly read: true; readonly facts: ClaimFacts }
  | { readonly read: false; readonly unread: Unread };

const noFacts: ClaimFacts = {
  named: undefined,
  volumes: [],
  storageClass: undefined,
  defaultClass: undefined,
  pods: [],
};

/** Reads only what the PV controller looks at for this claim. */
export function readClaimFacts(claim: PersistentVolumeClaim, cluster: Cluster): FactsReading {
  const name = claim.spec?.volumeName ?? "";
  if (name !== "") {
    return fromFound(cluster.get("v1/persistentvolumes", name), (named) => ({ ...noFacts, named }));
  }
  if (annotationOf(claim, bindCompleted) !== undefined) return { read: true, facts: noFacts };
  return readMatchingFacts(claim, cluster);
}

function readMatchingFacts(claim: PersistentVolumeClaim, cluster: Cluster): FactsReading {
  const reserved = volumesNaming(claim, cluster);
  if (!reserved.read) return reserved;
  const open = openVolumesFor(claim, cluster);
  if (!open.read) return open;
  const volumes: readonly PersistentVolume[] = [...reserved.items, ...open.items];
  const facts = { ...noFacts, volumes };
  return leavesClassOpen(claim) ? withDefaultClass(facts, cluster) : withClass(facts, claim, cluster);
}

function withClass(facts: ClaimFacts, claim: PersistentVolumeClaim, cluster: Cluster): FactsReading {
  const name = storageClassNameOf(claim);
  if (name === "") return { read: true, facts };
  const found: Found<StorageClass> = cluster.get("storage.k8s.io/v1/storageclasses", name);
  if (found.state !== "found" || found.object.volumeBindingMode !== "WaitForFirstConsumer") {
    return fromFound(found, (storageClass) => ({ ...facts, storageClass }));
  }
  const pods = podsOfClaim(claim, cluster);
  if (!pods.read) return pods;
  return { read: true, facts: { ...facts, storageClass: found.object, pods: pods.items } };
}

function withDefaultClass(facts: ClaimFacts, cluster: Cluster): FactsReading {
  const found = cluster.fact(defaultClass, "");
  return found.read ? { read: true, facts: { ...facts, defaultClass: found.storageClass } } : found;
}

/** The same for every claim without a class. */
const defaultClass: Fact<
  | { readonly read: true; readonly storageClass: StorageClass | undefined }
  | { readonly read: false; readonly unread: Unread }
> = {
  name: "default-class",
  from: ["storage.k8s.io/v1/storageclasses"],
  workOut(_, cluster) {
    const classes = cluster.list("storage.k8s.io/v1/storageclasses", everywhere);
    return classes.read ? { read: true, storageClass: defaultClassOf(classes.items) } : classes;
  },
};

function fromFound<T>(found: Found<T>, facts: (object: T | undefined) => ClaimFacts): FactsReading {
  switch (found.state) {
    case "unread":
      return { read: false, unread: found.unread };
    case "absent":
      return { read: true, facts: facts(undefined) };
    case "found":
      return { read: true, facts: facts(found.object) };
  }
}

/** What is kept of a volume: there can be very many. */
interface Sized {
  readonly labelled: KubeObject;
  readonly size: bigint;
}

/** Volumes with the same access modes. */
interface SameModes {
  readonly modes: readonly string[];
  /** The smallest first, by their volume mode and their attributes class; the same of each of their labels. */
  readonly alike: ReadonlyMap<string, readonly Sized[]>;
}

/** Key: the name of a class. */
const openVolumes: Fact<Listed<SameModes>> = {
  name: "open-volumes",
  from: ["v1/persistentvolumes"],
  workOut(name, cluster) {
    const open = cluster.walkWith(openVolumesByClass, name, everywhere);
    if (!open.read) return open;
    const byModes = new Map<string, { modes: readonly string[]; alike: Map<string, Sized[]> }>();
    for (const volume of open.objects) {
      const modes = volume.spec?.accessModes ?? [];
      const same = byModes.get(modesKey(volume)) ?? { modes, alike: new Map<string, Sized[]>() };
      byModes.set(modesKey(volume), same);
      if (isTerminating(volume)) continue;
      const sized = { labelled: withLabelsOnly(volume), size: sizeOfVolume(volume) };
      const labels = Object.entries(volume.metadata.labels ?? {});
      for (const label of [undefined, ...labels]) {
        const key = kindOf(volume, label);
        const alike = same.alike.get(key) ?? [];
        same.alike.set(key, alike);
        alike.push(sized);
      }
    }
    for (const { alike } of byModes.values())
      for (const volumes of alike.values())
        volumes.sort((a, b) => (a.size === b.size ? 0 : a.size < b.size ? -1 : 1));
    return { read: true, items: [...byModes.values()] };
  },
};

function withLabelsOnly({ apiVersion, kind, metadata: { name, uid, labels } }: PersistentVolume): KubeObject {
  return { apiVersion, kind, metadata: labels === undefined ? { name, uid } : { name, uid, labels } };
}

type Label = readonly [key: string, value: string | undefined];

/** What is equal in a claim and a volume that fits, and a label that the claim asks for. */
function kindOf({ spec }: PersistentVolume | PersistentVolumeClaim, [key, value]: Label = ["", ""]): string {
  return keyOf(spec?.volumeMode ?? "Filesystem", spec?.volumeAttributesClassName ?? "", key, value ?? "");
}

/**
 * Of the Available volumes of a claim's class those that one can be chosen of: for each set of access modes, the smallest
 * that do. Thousands of claims can look among thousands of volumes.
 */
function openVolumesFor(claim: PersistentVolumeClaim, cluster: Cluster): Listed<PersistentVolume> {
  const open = cluster.fact(openVolumes, storageClassNameOf(claim));
  if (!open.read) return open;
  const wanted = parseQuantity(claim.spec?.resources?.requests?.storage ?? "0") ?? 0n;
  const [label] = Object.entries(claim.spec?.selector?.matchLabels ?? {});
  const kind = kindOf(claim, label);
  const names = open.items.flatMap(({ modes, alike }) =>
    offersModes(modes, claim) ? smallestFor(claim, wanted, alike.get(kind) ?? []) : [],
  );
  const found = names.map((name) => cluster.get("v1/persistentvolumes", name));
  return { read: true, items: found.flatMap((each) => (each.state === "found" ? each.object : [])) };
}

function smallestFor(
  { spec }: PersistentVolumeClaim,
  wanted: bigint,
  volumes: readonly Sized[],
): readonly string[] {
  const selector = spec?.selector;
  const found: string[] = [];
  let least: bigint | undefined;
  for (let at = firstWhere(volumes, ({ size }) => size >= wanted); at < volumes.length; at++) {
    const { labelled, size } = volumes[at] as Sized;
    if (least !== undefined && size > least) break;
    if (selector !== undefined && !selectorMatches(selector, labelled)) continue;
    least = size;
    found.push(labelled.metadata.name);
  }
  return found;
}
