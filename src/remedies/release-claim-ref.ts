import type { Cluster } from "../cluster/index.ts";
import type { ClaimRef, MadeRemedy } from "../define/index.ts";
import {
  acceptance,
  defineRemedy,
  editing,
  kubectl,
  retaining,
  withoutUid,
  withUid,
} from "../define/index.ts";
import type { PersistentVolume, PersistentVolumeClaim, Phrase } from "../kubernetes/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";
import type { Acceptance, Edit, RemedyFix } from "../report/index.ts";
import { retainCommand, retainForGood } from "./shared/retain.ts";

/**
 * `using.part` says how much of `spec.claimRef` is removed: `uid` keeps the volume for a claim of that namespace and name,
 * `set-uid` gives it to the claim that has that name now, `whole` opens it to any claim.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go syncBoundClaim: an empty uid leaves a
 * Lost claim Lost; kubernetes/kubernetes#48609, #127240.
 */
export const releaseClaimRef = defineRemedy({
  name: "release-claim-ref",
  summary: "Give a volume that is reserved for a former claim to another claim, with its data",
  on: ["v1/persistentvolumes"],
  needs: ["v1/persistentvolumes", "v1/persistentvolumeclaims"],
  fixDoes: "Sets Retain, then removes the claimRef or a part of it, or points it to the current claim",
  asked: { on: ["v1/persistentvolumes"], using: [{ part: "set-uid" }, { part: "uid" }] },
  make(on, using: { readonly part: "uid" | "set-uid" | "whole" }, cluster) {
    const found = cluster.get("v1/persistentvolumes", on.name);
    if (found.state !== "found") return undefined;
    const { object: volume } = found;
    const claimRef = volume.spec?.claimRef;
    if (claimRef === undefined) return undefined;
    switch (using.part) {
      case "uid":
        return keepReserved(volume, claimRef, cluster);
      case "set-uid":
        return giveToLiveClaim(volume, claimRef, cluster);
      case "whole":
        return openToAll(volume, claimRef, cluster);
      default:
        return undefined;
    }
  },
});

function claimNow(claimRef: ClaimRef, cluster: Cluster): PersistentVolumeClaim | "absent" | "unread" {
  const found = cluster.get("v1/persistentvolumeclaims", claimRef.name ?? "", claimRef.namespace ?? "");
  return found.state === "found" ? found.object : found.state;
}

/** For a claim that was never bound, or is still to be created: the owner of that name can then read the data. */
function keepReserved(
  volume: PersistentVolume,
  claimRef: ClaimRef,
  cluster: Cluster,
): MadeRemedy | undefined {
  const claim = claimNow(claimRef, cluster);
  if (claim === "unread" || (claimRef.uid ?? "") === "") return undefined;
  if (claim !== "absent" && (claim.metadata.uid === claimRef.uid || isTaken(claim, volume))) return undefined;
  const removals = [
    { op: "remove", path: "/spec/claimRef/uid" },
    ...(claimRef.resourceVersion === undefined
      ? []
      : [{ op: "remove", path: "/spec/claimRef/resourceVersion" }]),
  ];
  return remedy(volume, cluster, {
    title: say`Let a claim named ${claimName(claimRef)} use ${nameOf(volume)}`,
    because: say`Only the uid of the former claim is removed. A claim of exactly that namespace and name then gets the volume with the old data. Make sure that its owner may read that data.`,
    patch: [{ op: "test", path: "/spec/claimRef/uid", value: claimRef.uid }, ...removals],
    edits: withoutUid(claimRef),
    danger: oldDataReadable,
  });
}

/** A claim that has another volume, or is Lost: an empty uid does not help it. */
function isTaken(claim: PersistentVolumeClaim, volume: PersistentVolume): boolean {
  const named = claim.spec?.volumeName ?? "";
  return claim.status?.phase === "Lost" || (named !== "" && named !== volume.metadata.name);
}

/** Only for a claim that names this very volume; on any other the volume would be released again, or its disk deleted. */
function giveToLiveClaim(
  volume: PersistentVolume,
  claimRef: ClaimRef,
  cluster: Cluster,
): MadeRemedy | undefined {
  const claim = claimNow(claimRef, cluster);
  if (claim === "unread" || claim === "absent") return undefined;
  if (claim.spec?.volumeName !== volume.metadata.name || claim.metadata.uid === claimRef.uid)
    return undefined;
  const isEmpty = claimRef.uid === undefined;
  return remedy(volume, cluster, {
    title: say`Point ${nameOf(volume)} to the current ${nameOf(claim)}`,
    because: say`The claim becomes Bound again, with the data on the volume. Make sure that the owner of the claim may read that data.`,
    patch: [
      { op: "test", path: "/spec/claimRef/name", value: claimRef.name },
      ...(isEmpty ? [] : [{ op: "test", path: "/spec/claimRef/uid", value: claimRef.uid }]),
      { op: isEmpty ? "add" : "replace", path: "/spec/claimRef/uid", value: claim.metadata.uid },
    ],
    edits: withUid(claimRef, claim.metadata.uid),
    danger: oldDataReadable,
  });
}

function openToAll(volume: PersistentVolume, claimRef: ClaimRef, cluster: Cluster): MadeRemedy | undefined {
  const claim = claimNow(claimRef, cluster);
  if (claim === "unread" || (claimRef.uid ?? "") === "") return undefined;
  if (claim !== "absent" && claim.metadata.uid === claimRef.uid) return undefined;
  return remedy(volume, cluster, {
    title: say`Open ${nameOf(volume)} to any claim`,
    because: say`Any claim that fits, in any namespace, may then be bound to the volume and read its data. Do this only after the data has been wiped, or if everyone may see it.`,
    patch: [
      { op: "test", path: "/spec/claimRef/uid", value: claimRef.uid },
      { op: "remove", path: "/spec/claimRef" },
    ],
    edits: [{ op: "remove", path: "/spec/claimRef", was: claimRef }],
    danger: dataExposed,
  });
}

function claimName({ namespace, name }: ClaimRef): Phrase {
  return say`${namespace ?? ""}/${name ?? ""}`;
}

const oldDataReadable = acceptance(
  "OldDataReadable",
  say`The owner of the claim of that name can read what the former claim wrote.`,
);

const dataExposed = acceptance(
  "DataExposed",
  say`Any claim that fits, in any namespace, may be bound to the volume and read its data.`,
);

/**
 * Retain comes first: while the policy is Delete, external-provisioner can destroy a Released volume before the PV
 * controller binds it again.
 */
function fixOf(volume: PersistentVolume, { edits, danger }: Release, cluster: Cluster): RemedyFix {
  const release = editing(volume, edits);
  const [retain] = retaining(volume);
  return {
    acts: retain === undefined ? [release] : [retain, release],
    cannotUndo: [
      ...retainForGood(volume, cluster),
      say`Once another claim has the volume, what it writes there cannot be undone.`,
    ],
    accept: [danger],
  };
}

/** One way to release the volume: the same change as a patch of kubectl and as edits of `fix`. */
interface Release {
  readonly title: Phrase;
  readonly because: Phrase;
  readonly patch: readonly object[];
  readonly edits: readonly [Edit, ...Edit[]];
  readonly danger: Acceptance;
}

function remedy(volume: PersistentVolume, cluster: Cluster, release: Release): MadeRemedy {
  const { title, because, patch } = release;
  const { name, uid } = volume.metadata;
  const guarded = [{ op: "test", path: "/metadata/uid", value: uid }, ...patch];
  return {
    title,
    because,
    commands: [
      ...(retaining(volume).length === 0 ? [] : [retainCommand(name)]),
      kubectl`patch pv ${name} --type=json -p ${JSON.stringify(guarded)}`,
    ],
    fix: fixOf(volume, release, cluster),
  };
}
