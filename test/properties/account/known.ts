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
    of: /^a label/,
    says: /^Namespace .*: drop-finalizer of VolumeSnapshotContent is loses-data, and nothing is lost after it/,
    because: "what becomes of the data in a namespace is asked without the act that gives a content up",
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
    because:
      "a plan about one object in a namespace tells the fate of the others too, which no step of it brings",
  },
  {
    of: /^a plan/,
    says: /^Namespace .*why says that destroyed follows, the plan that it is kept$/,
    because: "of two disks the plan tells the fate of the other one",
  },
];
