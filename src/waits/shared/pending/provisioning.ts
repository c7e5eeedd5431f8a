import type { Cluster } from "../../../cluster/index.ts";
import { annotationNames, nearestNamed, nodeNamed } from "../../../controllers/index.ts";
import { couldNotRead } from "../../../define/index.ts";
import type { Answer, AttemptEvent } from "../../../evidence/index.ts";
import {
  creationBegan,
  driverInstalled,
  evidenceAgainst,
  explained,
  lastFailure,
  namesCsiDriver,
  nodePluginRuns,
  refuserIn,
  saysPluginTried,
  toldIn,
  withMeaning,
} from "../../../evidence/index.ts";
import type { PersistentVolumeClaim } from "../../../kubernetes/index.ts";
import { annotationOf, nameOf, say, secondsSince } from "../../../kubernetes/index.ts";
import {
  recreateClaim,
  reinstallDriver,
  removeSelectedNode,
  restartSidecar,
  startNodePlugin,
} from "../../../remedies/index.ts";
import type { RemedyCall } from "../../../report/index.ts";
import { hint, proof } from "../../../report/index.ts";
import { sidecarToldOf } from "../sidecar-words.ts";
import { readsOtherAnnotation } from "./beta-annotation.ts";
import type { PendingHold } from "./reasons.ts";

/** Seconds that creating a volume may take; after that no provisioner is taken to be working on it. */
const patience = 300;

/** A claim that waits for its provisioner. */
export function provisioningHold(
  claim: PersistentVolumeClaim,
  provisioner: string,
  cluster: Cluster,
): PendingHold {
  const installed = driverInstalled(provisioner, cluster);
  if (installed.is === "unread") return couldNotRead(installed.unread);
  const failure = lastFailure(claim, "create-disk", cluster);
  if (failure.is === "unread") return couldNotRead(failure.unread);
  const node = annotationOf(claim, annotationNames.selectedNode);
  const onNode = node === undefined ? undefined : selectedNode(claim, node, provisioner, cluster);
  if (onNode !== undefined) return onNode;
  if (failure.told !== undefined) return failing(claim, provisioner, failure.told, cluster);
  const waited = secondsSince(claim.metadata.creationTimestamp, cluster.now);
  const begun = toldIn(creationBegan(claim, cluster));
  if (waited !== undefined && waited < patience && begun === undefined)
    return notBegun(claim, provisioner, installed.is === "refuted" ? "unknown" : "known");
  if (begun !== undefined) return unanswered(claim, provisioner, begun, cluster);
  return installed.is === "refuted"
    ? notInstalled(claim, provisioner, installed, cluster)
    : silent(claim, provisioner, cluster);
}

/**
 * An attempt has begun, and its result was not reported.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go provisionClaimOperation, v13.
 */
function unanswered(
  claim: PersistentVolumeClaim,
  provisioner: string,
  begun: AttemptEvent,
  cluster: Cluster,
): PendingHold {
  const { at, firstAt = at } = begun;
  // A failed attempt would be told: one that began again has not been answered either.
  const since = secondsSince(firstAt, cluster.now);
  const evidence = [hint(claim, "event", begun.message)];
  if (since !== undefined && since < patience) {
    return {
      reason: "ProvisioningInProgress",
      holder: { driver: provisioner },
      message: say`${provisioner} is creating the volume: its last attempt began at ${at ?? ""}`,
      evidence,
    };
  }
  return {
    reason: "ProvisioningUnanswered",
    holder: { driver: provisioner },
    message: say`${provisioner} began to create the volume, ${firstAt === at ? [] : say`first at ${firstAt ?? ""}, and `}last at ${at ?? "an unknown time"}, and has not reported a result since`,
    evidence,
    remedies: [restartProvisioner(claim, provisioner)],
  };
}

function selectedNode(
  claim: PersistentVolumeClaim,
  name: string,
  provisioner: string,
  cluster: Cluster,
): PendingHold | undefined {
  const plugin = nodePluginRuns(provisioner, name, cluster);
  if (plugin.is === "unread") return couldNotRead(plugin.unread);
  const csiNode = plugin.csiNode === "missing" ? "absent" : "found";
  if (plugin.is !== "refuted" || !shouldBeThere(provisioner, csiNode, cluster)) return undefined;
  return {
    reason: "SelectedNodeWithoutDriver",
    holder: { driver: provisioner },
    evidence: [
      proof(claim, `metadata.annotations["${annotationNames.selectedNode}"]`, name),
      ...evidenceAgainst(plugin),
    ],
    remedies: [startNodePlugin(nodeNamed(name), { driver: provisioner }), removeSelectedNode(claim)],
    message:
      csiNode === "absent"
        ? say`${nameOf(nodeNamed(name))} was selected for the claim, but its CSINode is missing: it is unknown where ${provisioner} may create the volume`
        : say`${nameOf(nodeNamed(name))} was selected for the claim, but ${provisioner} is not registered there`,
    avoid: {
      step: say`delete only the pod`,
      because: say`the selected node stays recorded on the claim, and the same node would be selected again`,
    },
  };
}

/** A provisioner with its own code registers on no node; one that is registered nowhere is another matter. */
function shouldBeThere(provisioner: string, csiNode: "found" | "absent", cluster: Cluster): boolean {
  if (driverInstalled(provisioner, cluster).is !== "refuted") return true;
  return csiNode === "absent" && namesCsiDriver(provisioner);
}

function failing(
  claim: PersistentVolumeClaim,
  driver: string,
  { message }: AttemptEvent,
  cluster: Cluster,
): PendingHold {
  const known = explained(message, driver);
  const base = {
    holder: { driver },
    message: withMeaning(say`${driver} fails to create the volume`, message, driver, "no disk yet"),
    evidence: [hint(claim, "event", message)],
  };
  if (known?.retry === "alone" || refuserIn(message, {}, cluster).over !== undefined)
    return { ...base, reason: "ProvisioningRetried" };
  if (known?.retry !== "never" || known.mends?.who !== "owner")
    return { ...base, reason: "ProvisioningFails" };
  return {
    ...base,
    reason: "ProvisioningRefused",
    remedies: [recreateClaim(claim, { change: `What must change: ${known.mends.how}.` })],
    avoid: {
      step: say`create the claim again unchanged`,
      because: say`${driver} would refuse it again`,
    },
  };
}

/**
 * Newer versions of Kubernetes have no plugin of that name. Where the PV controller reports that one has tried, this cluster has it.
 * kubernetes/kubernetes pkg/controller/volume/persistentvolume/pv_controller.go provisionClaimOperation, 1.25.
 */
export function actsAllTheSame(
  claim: PersistentVolumeClaim,
  provisioner: string,
  cluster: Cluster,
): PendingHold | undefined {
  if (provisioner === "kubernetes.io/no-provisioner") return undefined;
  const failure = lastFailure(claim, "create-disk", cluster);
  if (failure.is === "unread") return couldNotRead(failure.unread);
  if (failure.told === undefined || !saysPluginTried(failure.told.message)) return undefined;
  return failing(claim, provisioner, failure.told, cluster);
}

/**
 * The PV controller has asked for the volume, and the provisioner may not run. A provisioner need not be a CSI driver, so that
 * the absence of one proves nothing yet.
 */
function notBegun(
  claim: PersistentVolumeClaim,
  provisioner: string,
  driver: "known" | "unknown",
): PendingHold {
  return {
    reason: "ProvisioningNotReported",
    holder: { driver: provisioner },
    message:
      driver === "unknown"
        ? say`${provisioner} has to create the volume; no attempt is reported yet, and no CSI driver has that name: it may be a provisioner of another kind`
        : say`${provisioner} has to create the volume, and has not reported an attempt yet`,
    evidence: [hint(claim, "metadata.creationTimestamp", claim.metadata.creationTimestamp)],
  };
}

function notInstalled(
  claim: PersistentVolumeClaim,
  provisioner: string,
  installed: Answer,
  cluster: Cluster,
): PendingHold {
  const nearest = nearestNamed(provisioner, "storage.k8s.io/v1/csidrivers", cluster);
  if (nearest === undefined && !namesCsiDriver(provisioner)) return ofAnotherKind(claim, provisioner);
  return {
    reason: "ProvisionerNotInstalled",
    holder: { driver: provisioner },
    message: say`no CSI driver is named ${provisioner}, and no attempt to create a volume is recorded${nearest === undefined ? [] : say`; the most similar name is ${nearest}`}`,
    evidence: [
      hint(claim, "spec.storageClassName", claim.spec?.storageClassName),
      ...evidenceAgainst(installed),
    ],
    remedies:
      nearest === undefined
        ? [reinstallDriver(claim, { driver: provisioner })]
        : [
            recreateClaim(claim, {
              change: `Name a new StorageClass whose provisioner is ${nearest}: the provisioner of a class cannot be changed.`,
            }),
          ],
    avoid: {
      step: say`create the claim again unchanged`,
      because: say`the name of the provisioner would stay the same`,
    },
  };
}

/**
 * A provisioner with its own code registers nowhere, so that nothing tells whether it runs.
 * kubernetes-sigs/sig-storage-lib-external-provisioner controller/controller.go NewProvisionController, v13.
 */
function ofAnotherKind(claim: PersistentVolumeClaim, provisioner: string): PendingHold {
  return {
    reason: "ProvisionerSilent",
    holder: { controller: provisioner },
    message: say`${provisioner} should have created a volume by now, but no attempt is recorded. No CSI driver has that name: it is a provisioner of another kind, which registers nowhere, or it is not installed`,
    evidence: [hint(claim, "event", "no ProvisioningFailed")],
    remedies: [restartSidecar(claim, { controller: provisioner, driver: "the cluster" })],
  };
}

function silent(claim: PersistentVolumeClaim, provisioner: string, cluster: Cluster): PendingHold {
  const runs = sidecarToldOf("csi-provisioner", provisioner, cluster);
  const deaf = readsOtherAnnotation(claim, provisioner, cluster);
  if (deaf !== undefined) return deaf;
  return {
    reason: "ProvisionerSilent",
    holder: { controller: `csi-provisioner of ${provisioner}` },
    message: say`${provisioner} should have created a volume by now, but no attempt is recorded${runs === undefined ? [] : say`; ${runs.says}`}`,
    evidence: [hint(claim, "event", "no ProvisioningFailed"), ...(runs?.evidence ?? [])],
    remedies: [restartProvisioner(claim, provisioner)],
  };
}

function restartProvisioner(claim: PersistentVolumeClaim, driver: string): RemedyCall {
  return restartSidecar(claim, { controller: "csi-provisioner", driver });
}
