import { isOfCluster } from "../../backends/index.ts";
import type { Cluster, Unread } from "../../cluster/index.ts";
import { everywhere, objectOf } from "../../cluster/index.ts";
import {
  claimsByUid,
  contentsByHandlePart,
  contentsByVolume,
  handleKey,
  volumesByPart,
} from "../../controllers/index.ts";
import type { Disk, KubeObject, Phrase } from "../../kubernetes/index.ts";
import { instant, keyOf, nameOf, say, words } from "../../kubernetes/index.ts";
import { markOfCluster } from "./cluster-mark.ts";
import type { List } from "./lists.ts";
import { listsOf, markerOf, volumesMeaning } from "./lists.ts";

/**
 * Which object of the cluster needs a listed disk. `perhaps`: one may, and nothing says so for certain. `none`: no volume
 * refers to it, and `whose` says to which cluster it belongs.
 */
type DiskUser =
  | { readonly user: "volume" }
  | { readonly user: "perhaps"; readonly because: Phrase }
  | { readonly user: "none"; readonly whose: "this" | "another" | "not-known"; readonly because: Phrase }
  | { readonly user: "unread"; readonly unread: Unread };

/** Does anything in the cluster need this disk? */
export function diskUser(disk: Disk, cluster: Cluster): DiskUser {
  const volumes = volumesMeaning(disk, cluster);
  if (!volumes.read) return { user: "unread", unread: volumes.unread };
  if (volumes.items.length > 0) return { user: "volume" };
  const perhaps = perhapsUsedBy(disk, cluster);
  if ("unread" in perhaps) return { user: "unread", unread: perhaps.unread };
  if (perhaps.by !== undefined) return { user: "perhaps", because: perhaps.by };
  return ownerOf(disk, cluster);
}

type Perhaps = { readonly by: Phrase | undefined } | { readonly by?: undefined; readonly unread: Unread };

/** Volumes that may mean it by another name; a claim for which it may be made right now; snapshots that are kept on it. */
function perhapsUsedBy(disk: Disk, cluster: Cluster): Perhaps {
  const { metadata, spec } = disk;
  const { driver = "", handles = [], parts = [], name, volumeName, claim } = spec ?? {};
  const texts = [metadata.name, ...handles, ...parts, name ?? "", volumeName ?? ""].filter(
    (text) => text !== "",
  );
  for (const text of new Set(texts.map((each) => each.toLowerCase()))) {
    const volumes = cluster.lookup(volumesByPart, text, everywhere);
    if (!volumes.read) return { unread: volumes.unread };
    const [volume] = volumes.items;
    if (volume !== undefined) return { by: say`${nameOf(volume)} may refer to it` };
  }
  const claims = claimsOf(claim, cluster);
  if ("unread" in claims) return claims;
  if (claims.claim !== undefined) return { by: say`it may be being created for ${nameOf(claims.claim)}` };
  const contents = contentOn(driver, handles, cluster);
  if (contents.by !== undefined || "unread" in contents) return contents;
  return { by: sinceRead(disk, cluster) ?? attachedBy(spec) };
}

/** A snapshot that was taken of it, or one that a person imported, of which only the handle names the disk. */
function contentOn(driver: string, handles: readonly string[], cluster: Cluster): Perhaps {
  for (const handle of handles) {
    const taken = cluster.lookup(contentsByVolume, handleKey(driver, handle), everywhere);
    if (!taken.read) return { unread: taken.unread };
    const part = keyOf(driver, handle.toLowerCase());
    const imported = cluster.lookup(contentsByHandlePart, part, everywhere);
    if (!imported.read) return { unread: imported.unread };
    const [content] = [...taken.items, ...imported.items];
    if (content !== undefined) return { by: say`${nameOf(content)} is a snapshot of it` };
  }
  return { by: undefined };
}

/** A list can be newer than the objects, as those of a dump are: then a disk without a time may have a volume by now. */
function sinceRead({ metadata, spec }: Disk, cluster: Cluster): Phrase | undefined {
  if (metadata.creationTimestamp !== undefined) return undefined;
  const found = cluster.get("pvguard.dev/v1alpha1/diskinventories", spec?.inventory ?? "");
  const { madeAt, newest } = (found.state === "found" ? found.object.spec : undefined) ?? {};
  const made = instant(madeAt ?? newest);
  return made !== undefined && made > cluster.now
    ? words("its list is newer than the objects, and does not say when the disk was created")
    : undefined;
}

/** Of EBS, Azure and Cinder, where the list names no machine. */
const usedState = /^(?:in-use|attach(?:ed|ing)|detaching|reserved|activesas)$/i;

/** A list can lack who uses its disks, but say by their state that they are used. */
function attachedBy(spec: Disk["spec"]): Phrase | undefined {
  const { state = "", attachedTo = [] } = spec ?? {};
  return attachedTo.length === 0 && usedState.test(state)
    ? say`its state is ${state}, and the list does not name the machine`
    : undefined;
}

type ClaimRef = NonNullable<Disk["spec"]>["claim"];

/**
 * The claim that the disk was made for, where it still exists. With its uid, a later claim of the same name is told apart:
 * kubernetes-csi/external-provisioner pkg/controller/controller.go makeVolumeName, v5.2.
 */
function claimsOf(
  claim: ClaimRef,
  cluster: Cluster,
): { readonly claim: KubeObject | undefined } | { readonly unread: Unread } {
  const { uid, name, namespace } = claim ?? {};
  if (uid !== undefined) {
    const found = cluster.lookup(claimsByUid, uid.toLowerCase(), everywhere);
    return found.read ? { claim: found.items[0] } : { unread: found.unread };
  }
  if (name === undefined || namespace === undefined) return { claim: undefined };
  const found = cluster.get("v1/persistentvolumeclaims", name, namespace);
  if (found.state === "unread") return { unread: found.unread };
  return { claim: objectOf(found) };
}

/** To which cluster a disk belongs that nothing here refers to. */
function ownerOf(disk: Disk, cluster: Cluster): DiskUser {
  const list = listOf(disk, cluster);
  if (list === undefined) return { user: "none", whose: "not-known", because: say`its list is unknown` };
  if ("unread" in list) return { user: "unread", unread: list.unread };
  if (isOfCluster(list.backend))
    return { user: "none", whose: "this", because: say`its record is an object of this cluster` };
  const mark = disk.spec?.cluster;
  if (mark === undefined)
    return { user: "none", whose: "not-known", because: say`it does not say which cluster it belongs to` };
  const by = markerOf(list);
  const own = markOfCluster(disk.spec?.driver ?? "", cluster);
  switch (own.mark) {
    case "unread":
      return { user: "unread", unread: own.unread };
    case "not-known":
      return { user: "none", whose: "not-known", because: own.because };
    case "known":
      return own.text === mark
        ? {
            user: "none",
            whose: "this",
            because: say`by its ${by}, it belongs to the cluster ${mark}, as do the disks of this cluster${unseenMachines(disk)}`,
          }
        : {
            user: "none",
            whose: "another",
            because: say`by its ${by}, it belongs to the cluster ${mark}, and this one is ${own.text}`,
          };
  }
}

/** Some lists do not have the machines. */
function unseenMachines({ spec }: Disk): Phrase {
  return spec?.attachments === "known" ? [] : words("; the list does not say whether a machine uses it");
}

/** The list that a disk is in. */
function listOf(disk: Disk, cluster: Cluster): List | { readonly unread: Unread } | undefined {
  const lists = listsOf(disk.spec?.driver ?? "", cluster);
  if (!lists.read) return { unread: lists.unread };
  return lists.items.find(({ inventory }) => inventory.metadata.name === disk.spec?.inventory);
}
