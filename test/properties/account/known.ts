/**
 * Contradictions that are known and not fixed yet. Each is as narrow as what is said allows. Remove it when its cause is
 * fixed.
 */
export interface Known {
  readonly of: RegExp;
  readonly says: RegExp;
  readonly because: string;
}

export const known: readonly Known[] = [
  {
    of: /^a fate( if deleted)? has the step/,
    says: /^(PersistentVolume|PersistentVolumeClaim) .*: (now|if deleted): destroyed \([^()]*(\(shop\)[^()]*)*external-provisioner deletes the disk \(policy Delete\)(, and with it .*)?\) by no step/,
    because:
      "a step sees the event of a deletion with the finalizer that was added meanwhile, and calls the disk gone",
  },
  {
    of: /^what comes now/,
    says: /SnapshotNotReleased prevents it$|RestoreInProgress prevents it$/,
    because: "a hold of a snapshot that the model of its controller does not know holds nothing off",
  },
  {
    of: /^what comes now/,
    says: /ClaimNamespaceMissing prevents it$/,
    because: "the hold warns of what comes as soon as the PV controller acts",
  },
  {
    of: /^what stays if deleted/,
    says: /: does not stay, and keeps (external-provisioner|kubernetes\.io\/pv-controller|external-attacher|\S+\/pvc-as-source-protection$)/,
    because: "the object disappears from the prediction with a finalizer that no step removes",
  },
  {
    of: /^two volumes/,
    says: /: destroyed, and as the disk of PersistentVolume \S+ (kept|leaked)$/,
    because: "whether another volume of the disk ends is asked of its phase, and not of its prediction",
  },
  {
    of: /^what comes of a deletion/,
    says: /once deleted: unknown \((pv\/\S+ uses the same disk: )?the driver was asked to detach/,
    because: "what a driver said when it detached counts only once the claim is deleted",
  },
  {
    of: /^a disk is destroyed once/,
    says: /persistentvolume-controller/,
    because: "an in-tree plugin is asked again as long as the object stays",
  },
  {
    of: /^what is gone/,
    says: /^Namespace .*retain-volumes keeps it/,
    because: "retain-volumes does not ask whether a disk is gone",
  },
  {
    of: /^a label/,
    says: /: (nudge|drop-finalizer|delete-(attachment|pod|snapshot|pending-claim)) of \S+ is loses-data, and nothing is lost after it/,
    because:
      "a prediction ends whatever holds the data, and the independent run only what is waited for by a controller",
  },
  {
    of: /^reading less/,
    says: /^called safer: safe PVG202 .*enable-protection/,
    because: "without the event that says that a disk is gone, nothing is at stake for the remedy",
  },
  {
    of: /^reading less/,
    says: /NamespaceDeletes\w+\) became healthy|ClaimOfVolumeGoes\) became healthy/,
    because: "namespaces are not read for a claim that pods use",
  },
  {
    of: /^reading less/,
    says: /: waiting \(DataLossAhead\) became healthy/,
    because: "an owner or a namespace that was not read counts as one that stays",
  },
  {
    of: /^reading less/,
    says: /: ((destroyed|unknown) became (kept|none)|leaked became none)$/,
    because: "a namespace, an attachment or a claim that was not read counts as none for the fate",
  },
  {
    of: /^reading less/,
    says: /(loses-data became risky|risky became safe): \["(nudge|reinstall-driver|delete-attachment|start-node-plugin|inspect-node|add-node|check-controller|restart-sidecar)"/,
    because: "what was not read beside the object puts nothing at stake",
  },
  {
    of: /^reading less/,
    says: /^VolumeAttachment .*: loses-data became safe: \["restart-sidecar"/,
    because: "an attachment and its volume take a namespace that was not read for one that stays",
  },
  {
    of: /^reading less/,
    says: /^Namespace .*: proposed, and loses-data: \["name-snapshot-class"/,
    because: "which step is proposed follows from what was read",
  },
  {
    of: /^reading less/,
    says: /^VolumeSnapshotContent .*: offered as safe: \["nudge"/,
    because: "what the content waits for is not asked of a volume that was not read",
  },
  {
    of: /^reading less/,
    says: /: blocked \(AttachFails\) became waiting \(AboutToGo\)$/,
    because: "a claim without finalizers is told of the pod that was read, and of no other",
  },
  {
    of: /^reading less/,
    says: /^PVG106 of Namespace \S+ is lost$/,
    because: "the rule asks for nothing that tells whether the driver is there",
  },
  {
    of: /^reading less/,
    says: /^PersistentVolume(Claim)? .*: proposed, and risky: \["delete-pod"/,
    because: "which step is proposed follows from what was read",
  },
  {
    of: /^a plan/,
    says: /^(Namespace|VolumeAttachment) .*: the plan says destroyed by no step$/,
    because: "the fate of a namespace, and of an attachment that is deleted, is that of its parts",
  },
  {
    of: /^a plan/,
    says: /^Namespace .*why says that destroyed follows, the plan that it is kept$/,
    because: "of two disks the plan tells the fate of the other one",
  },
  {
    of: /^a plan/,
    says: /annotate-being-deleted: asks to accept SnapshotDestroyed, and no step loses data$/,
    because: "the remedy declares the danger by the policy alone",
  },
];
