import assert from "node:assert/strict";
import { test } from "node:test";
import { report } from "../../../src/analysis/index.ts";
import type { Snapshot } from "../../../src/cluster/index.ts";
import { knowledge } from "../../../src/knowledge.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { redacted, writeSnapshot } from "../../../src/reading/snapshot-file/index.ts";
import { cpuTime } from "../../support/cpu-time.ts";
import { readFiles } from "../files/reading.ts";

const uid = "0f8fad5b-d9cb-469f-a165-70867728950e";

const cluster = `apiVersion: pvguard.dev/v1alpha1
kind: Snapshot
takenAt: "2026-11-20T10:00:00Z"
source: https://api.acme.example.com:6443
reads: all
---
apiVersion: v1
kind: Namespace
metadata: {name: acme-payroll, labels: {acme.example.com/team: payroll-people}}
---
apiVersion: apps/v1
kind: StatefulSet
metadata: {name: ledger, namespace: acme-payroll}
spec: {replicas: 1, volumeClaimTemplates: [{metadata: {name: books}}]}
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: books-ledger-0
  namespace: acme-payroll
  uid: ${uid}
  deletionTimestamp: "2026-11-20T09:00:00Z"
  finalizers: [kubernetes.io/pvc-protection]
  annotations: {pv.kubernetes.io/bind-completed: "yes", volume.kubernetes.io/selected-node: ip-10-20-30-40.acme.internal}
spec: {volumeName: pvc-${uid}, storageClassName: acme-gold}
status: {phase: Bound}
---
apiVersion: v1
kind: PersistentVolume
metadata: {name: pvc-${uid}, finalizers: [kubernetes.io/pv-protection, external-attacher/ebs-csi-aws-com]}
spec:
  persistentVolumeReclaimPolicy: Delete
  storageClassName: acme-gold
  capacity: {storage: 10Gi}
  claimRef: {kind: PersistentVolumeClaim, namespace: acme-payroll, name: books-ledger-0, uid: ${uid}}
  csi: {driver: ebs.csi.aws.com, volumeHandle: vol-0acme}
  nodeAffinity:
    required:
      nodeSelectorTerms:
      - matchExpressions:
        - {key: kubernetes.io/hostname, operator: In, values: [ip-10-20-30-40.acme.internal]}
status: {phase: Bound}
---
apiVersion: v1
kind: Pod
metadata: {name: ledger-0, namespace: acme-payroll, labels: {app: ledger}}
spec:
  nodeName: ip-10-20-30-40.acme.internal
  volumes: [{name: books, persistentVolumeClaim: {claimName: books-ledger-0}}]
status: {phase: Running}
---
apiVersion: v1
kind: Node
metadata: {name: ip-10-20-30-40.acme.internal, labels: {kubernetes.io/hostname: ip-10-20-30-40.acme.internal}}
spec: {providerID: "aws:///eu-west-1a/i-0acme"}
status:
  volumesInUse: [kubernetes.io/csi/ebs.csi.aws.com^vol-0acme]
---
apiVersion: storage.k8s.io/v1
kind: CSIDriver
metadata: {name: ebs.csi.aws.com}
---
apiVersion: v1
kind: Event
metadata: {name: e1, namespace: acme-payroll}
involvedObject: {kind: Pod, namespace: acme-payroll, name: ledger-0}
reason: FailedAttachVolume
message: >-
  AttachVolume.Attach failed for volume "pvc-${uid}" : could not attach vol-0acme to node
  ip-10-20-30-40.acme.internal (10.20.30.40): pod acme-payroll/ledger-0 and ledger-7d9f-old use /mnt/acme-books;
  see https://wiki.acme.example.com/x, driver ebs.csi.aws.com, StatefulSet.apps "ledger"
source: {component: ebs.csi.aws.com_ebs-csi-controller-acme_${uid}, host: ip-10-20-30-40.acme.internal}
`;

function objectsOf(snapshot: Snapshot): readonly KubeObject[] {
  return snapshot.readings.flatMap((reading): readonly KubeObject[] =>
    reading.read ? [...reading.items] : [],
  );
}

test("no name of the cluster is left", async () => {
  const text = writeSnapshot(redacted(await readFiles({ "c.yaml": cluster })));
  const left = text.match(/\S*(?:acme|payroll|ledger|books|10[.-]20[.-]30|0f8fad5b|eu-west|wiki)\S*/gi);
  assert.equal(left, null);
});

test("what Kubernetes and drivers name is left", async () => {
  const text = writeSnapshot(redacted(await readFiles({ "c.yaml": cluster })));
  for (const kept of [
    "name: ebs.csi.aws.com",
    "driver: ebs.csi.aws.com",
    "driver ebs.csi.aws.com",
    "external-attacher/ebs-csi-aws-com",
    "reason: FailedAttachVolume",
    "kubernetes.io/csi/ebs.csi.aws.com^id-",
    "pv.kubernetes.io/bind-completed: 'yes'",
    "storage: 10Gi",
    "key: kubernetes.io/hostname",
  ]) {
    assert.ok(text.includes(kept), `${kept} should be in\n${text}`);
  }
});

test("names that are made of others still are", async () => {
  const objects = objectsOf(redacted(await readFiles({ "c.yaml": cluster })));
  const named = (kind: string) => objects.find((object) => object.kind === kind);
  const set = named("StatefulSet");
  const claim = named("PersistentVolumeClaim");
  assert.ok(set && claim && "volumeClaimTemplates" in (Object(set).spec ?? {}));
  const template = Object(set).spec.volumeClaimTemplates[0].metadata.name;
  assert.equal(claim.metadata.name, `${template}-${set.metadata.name}-0`);
  assert.equal(named("Pod")?.metadata.name, `${set.metadata.name}-0`);
  assert.equal(named("PersistentVolume")?.metadata.name, `pvc-${claim.metadata.uid}`);
  assert.ok(Object(named("Event")).message.includes(`"pvc-${claim.metadata.uid}"`));
});

test("the diagnosis has the same shape", async () => {
  const snapshot = await readFiles({ "c.yaml": cluster });
  const shapeOf = (view: Snapshot) => {
    const asked = objectsOf(view).filter(({ kind }) => kind.startsWith("PersistentVolume"));
    return report(asked, view, knowledge).diagnoses.map(
      ({ state, verdict, roots, holds, fate, remedies }) => ({
        state,
        verdict: [verdict.category, verdict.reason],
        roots: roots.map(({ reason, category, depth }) => [reason, category, depth]),
        holds: holds.map(({ by, reason, evidence }) => [by, reason, evidence.length]),
        fate: fate?.data,
        remedies: remedies.map(({ name, safety }) => [name, safety]),
      }),
    );
  };
  const shape = shapeOf(snapshot);
  assert.ok(shape.some(({ holds }) => holds.length > 0));
  const file = writeSnapshot(redacted(snapshot));
  assert.deepEqual(shapeOf(await readFiles({ "r.yaml": file })), shape);
});

test("the same snapshot is redacted in the same way", async () => {
  const once = writeSnapshot(redacted(await readFiles({ "c.yaml": cluster })));
  const again = writeSnapshot(redacted(await readFiles({ "c.yaml": cluster })));
  assert.equal(once, again);
});

test("a hostile message does not take long", async () => {
  const size = 100_000;
  for (const unit of [
    ".",
    ":",
    "/",
    "a.",
    "a-",
    "1.",
    "//",
    "a@",
    "=",
    "token=",
    "bearer ",
    "ip-1-",
    "é",
    "a.b-",
  ]) {
    const message = unit.repeat(size / unit.length);
    const event = { metadata: { name: "e", namespace: "a" }, involvedObject: { name: "a" }, message };
    const text = JSON.stringify({
      kind: "EventList",
      apiVersion: "v1",
      items: [{ ...event, kind: "Event", apiVersion: "v1", metadata: { ...event.metadata, uid: "u" } }],
    });
    const snapshot = await readFiles({ "e.json": text });
    const began = cpuTime();
    writeSnapshot(redacted(snapshot));
    assert.ok(cpuTime() - began < 500, `${unit} took ${cpuTime() - began} ms`);
  }
});
