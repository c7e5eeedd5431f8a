/** When each remedy about a volume or a claim is offered, and when its guards refuse. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCluster } from "../../src/cluster/index.ts";
import { annotationNames, finalizerNames } from "../../src/controllers/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource, VolumeSnapshotContent } from "../../src/kubernetes/index.ts";
import { flatten, refOf } from "../../src/kubernetes/index.ts";
import type { MarkedRemedy, Remedy } from "../../src/report/index.ts";
import { textOf } from "../support/diagnose.ts";
import { installed } from "../support/driver.ts";
import { marked } from "../support/marked.ts";
import { claim, ebs, node, ownedBy, pod, snapshot, statefulSet, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";

const { externalProvisioner, pvController, pvProtection } = finalizerNames;
const { provisionedBy } = annotationNames;

function offered(
  name: string,
  using: { readonly [key: string]: string },
  objects: readonly [KubeObject, ...KubeObject[]],
  hidden: readonly Resource[] = [],
): MarkedRemedy | undefined {
  const entry = knowledge.remedies.find((remedy) => remedy.name === name);
  assert.ok(entry !== undefined, name);
  const cluster = createCluster(snapshotOf(objects, hidden));
  return marked(entry.make(refOf(objects[0]), using, cluster), objects[0], cluster);
}

const patchOf = (remedy: Remedy | undefined): unknown =>
  JSON.parse(remedy?.commands[0]?.argv.at(-1) ?? "null");
const former = { namespace: "shop", name: "data", uid: "old", resourceVersion: "7" };
const released = volume({ uid: "v1", phase: "Released", policy: "Retain", claimRef: former, spec: ebs });
const claims: Resource = "v1/persistentvolumeclaims";

describe("release-claim-ref", () => {
  test("uid: guarded by both uids, and the reservation stays", () => {
    assert.deepEqual(patchOf(offered("release-claim-ref", { part: "uid" }, [released])), [
      { op: "test", path: "/metadata/uid", value: "v1" },
      { op: "test", path: "/spec/claimRef/uid", value: "old" },
      { op: "remove", path: "/spec/claimRef/uid" },
      { op: "remove", path: "/spec/claimRef/resourceVersion" },
    ]);
  });

  const live = { uid: "new", volumeName: "pv-data" };
  const rows: readonly (readonly [string, string, readonly KubeObject[], boolean])[] = [
    ["the claim lives", "uid", [claim({ uid: "old" })], false],
    ["the claim of today is Lost", "uid", [claim({ ...live, phase: "Lost" })], false],
    ["the claim of today has another volume", "uid", [claim({ uid: "new", volumeName: "pv-b" })], false],
    ["the claim of today is Pending", "uid", [claim({ uid: "new" })], true],
    ["no claim", "set-uid", [], false],
    ["a claim that names another volume", "set-uid", [claim({ uid: "new", volumeName: "pv-b" })], false],
    ["a claim that names this volume", "set-uid", [claim(live)], true],
    ["the claim lives", "whole", [claim({ uid: "old" })], false],
    ["no claim", "whole", [], true],
    ["no such part", "half", [], false],
  ];
  for (const [name, part, others, isOffered] of rows) {
    test(`${part}: ${name}`, () => {
      const remedy = offered("release-claim-ref", { part }, [released, ...others]);
      assert.equal(remedy !== undefined, isOffered);
      if (remedy !== undefined) assert.equal(remedy.safety, part === "whole" ? "loses-data" : "risky");
    });
    test(`${part}: ${name}, and claims were not read`, () => {
      assert.equal(offered("release-claim-ref", { part }, [released], [claims]), undefined);
    });
  }
});

test("recreate-volume: only for a deleted volume whose very claim lives", () => {
  const deleted = volume({ deletionTimestamp: true, phase: "Bound", claimRef: former, spec: ebs });
  assert.ok(offered("recreate-volume", {}, [deleted, claim({ uid: "old" })]));
  assert.equal(offered("recreate-volume", {}, [deleted, claim({ uid: "new" })]), undefined);
  assert.equal(offered("recreate-volume", {}, [deleted]), undefined);
  assert.equal(offered("recreate-volume", {}, [released, claim({ uid: "old" })]), undefined);
});

test("restore-volume: only while the volume is known to be missing", () => {
  const lost = claim({ phase: "Lost", volumeName: "pv-data" });
  assert.ok(offered("restore-volume", {}, [lost]));
  assert.equal(offered("restore-volume", {}, [lost, released]), undefined);
  assert.equal(offered("restore-volume", {}, [lost], ["v1/persistentvolumes"]), undefined);
});

test("delete-volume: never a Bound one, and its safety follows the policy", () => {
  assert.equal(offered("delete-volume", {}, [released])?.safety, "risky");
  assert.equal(offered("delete-volume", {}, [volume({ phase: "Released" })])?.safety, "loses-data");
  assert.equal(offered("delete-volume", { data: "stays" }, [volume({ phase: "Failed" })])?.safety, "risky");
  assert.equal(offered("delete-volume", {}, [volume({ phase: "Bound" })]), undefined);
  assert.equal(offered("delete-volume", {}, [volume({ deletionTimestamp: true })]), undefined);
});

test("remove-selected-node and delete-pending-claim: only before there is a volume", () => {
  const annotations = { "volume.kubernetes.io/selected-node": "node-z" };
  assert.equal(offered("remove-selected-node", {}, [claim({ annotations })])?.safety, "risky");
  assert.equal(offered("remove-selected-node", {}, [claim()]), undefined);
  assert.equal(
    offered("remove-selected-node", {}, [claim({ annotations, volumeName: "pv-data" })]),
    undefined,
  );
  assert.ok(offered("delete-pending-claim", {}, [claim()]));
  assert.equal(offered("delete-pending-claim", {}, [claim({ volumeName: "pv-data" })]), undefined);
  assert.equal(offered("delete-pending-claim", {}, [claim({ phase: "Bound" })]), undefined);
});

test("delete-pending-claim: a source that is being deleted waits for it, and goes with its data when it is gone", () => {
  const dataSource = { apiGroup: "snapshot.storage.k8s.io", kind: "VolumeSnapshot", name: "nightly" };
  const restored = claim({ spec: { dataSource } });
  const safetyWith = (...objects: readonly KubeObject[]) =>
    offered("delete-pending-claim", {}, [restored, ...objects])?.safety;
  assert.equal(safetyWith(snapshot()), "safe");
  assert.equal(safetyWith(), "safe");
  assert.equal(safetyWith(snapshot({ deletionTimestamp: "2026-11-20T09:00:00Z" })), "loses-data");
  const asSource = "provisioner.storage.kubernetes.io/volumesnapshot-as-source-protection";
  const bound = "snapshot.storage.kubernetes.io/volumesnapshot-bound-protection";
  const contentBound = "snapshot.storage.kubernetes.io/volumesnapshotcontent-bound-protection";
  const going = snapshot({
    deletionTimestamp: "2026-11-20T09:00:00Z",
    content: "snapcontent",
    className: "ebs-snap",
    readyToUse: true,
    finalizers: [bound, asSource],
  });
  const content = (deletionPolicy: string): VolumeSnapshotContent => ({
    apiVersion: "snapshot.storage.k8s.io/v1",
    kind: "VolumeSnapshotContent",
    metadata: { name: "snapcontent", uid: "snapcontent", finalizers: [contentBound] },
    spec: {
      deletionPolicy,
      driver: "ebs.csi.aws.com",
      volumeSnapshotRef: { namespace: "shop", name: "nightly", uid: going.metadata.uid },
    },
    status: { snapshotHandle: "snap-0f4" },
  });
  const found = offered("delete-pending-claim", {}, [restored, going, content("Delete")]);
  assert.match(
    flatten(found?.because ?? [], (data) => data),
    /snapshot snap-0f4 is deleted with all data/,
  );
  assert.equal(safetyWith(going, content("Delete")), "loses-data");
  assert.equal(safetyWith(going, content("Retain")), "safe");
});

test("delete-pending-claim: says who creates the claim again at once", () => {
  const ofSet = claim({ name: "data-web-1", phase: "Pending" });
  const told = (objects: readonly [KubeObject, ...KubeObject[]], hidden: readonly Resource[] = []) =>
    flatten(offered("delete-pending-claim", {}, objects, hidden)?.because ?? [], String);
  assert.match(told([ofSet, statefulSet({ replicas: 2 })]), /statefulset\/web .* creates .* again at once/);
  assert.doesNotMatch(told([ofSet, statefulSet({ replicas: 1 })]), /again at once/);
  assert.match(
    told([ofSet, statefulSet({ replicas: 2 })], ["apps/v1/statefulsets"]),
    /Could not determine .*: statefulsets/,
  );
  const ownerReferences = [{ ...ownedBy(pod({ name: "build", ephemeral: ["work"] })), controller: true }];
  assert.match(
    told([claim({ name: "build-work", phase: "Pending", ownerReferences })]),
    /as long as pod\/build exists, the claim is created again at once/,
  );
  assert.doesNotMatch(told([claim({ phase: "Pending" })]), /again at once/);
});

test("recreate-claim and delete-claim: a Bound claim goes only when its data is out of reach", () => {
  assert.ok(offered("recreate-claim", {}, [claim({ phase: "Lost" })]));
  assert.equal(offered("recreate-claim", {}, [claim({ phase: "Bound" })]), undefined);
  assert.equal(
    offered("delete-claim", { lost: "node-z" }, [claim({ phase: "Bound" })])?.safety,
    "loses-data",
  );
  assert.equal(offered("delete-claim", {}, [claim({ phase: "Bound" })]), undefined);
});

test("recreate-claim: the controller that creates the claim again at once is stopped first", () => {
  const ofSet = claim({ name: "data-web-1", phase: "Pending" });
  const verbs = (objects: readonly [KubeObject, ...KubeObject[]], hidden: readonly Resource[] = []) =>
    offered("recreate-claim", {}, objects, hidden)?.commands.map(({ argv }) => argv.slice(1, 3).join(" "));
  const save = "get persistentvolumeclaim";
  const scale = "scale statefulset";
  assert.deepEqual(verbs([ofSet, statefulSet({ replicas: 2 })]), [save, scale, "delete pvc"]);
  assert.equal(
    offered("recreate-claim", {}, [ofSet, statefulSet({ replicas: 3 })])?.commands[1]?.argv.at(-1),
    "--replicas=1",
  );
  assert.deepEqual(verbs([ofSet, statefulSet({ replicas: 2, whenScaled: "Delete" })]), [
    save,
    "patch statefulsets.apps",
    scale,
    "delete pvc",
  ]);
  assert.deepEqual(verbs([ofSet, statefulSet({ replicas: 1 })]), [save, "delete pvc"]);
  assert.equal(verbs([ofSet, statefulSet({ replicas: 2 })], ["apps/v1/statefulsets"]), undefined);
  assert.deepEqual(verbs([claim({ phase: "Pending" })], ["apps/v1/statefulsets"]), [save, "delete pvc"]);
  const maker = pod({ name: "build", ephemeral: ["work"] });
  const scratch = claim({
    name: "build-work",
    phase: "Pending",
    ownerReferences: [{ ...ownedBy(maker), controller: true }],
  });
  assert.deepEqual(verbs([scratch]), []);
  assert.match(textOf(offered("recreate-claim", {}, [scratch])?.steps), /volumeClaimTemplate/);
});

test("swap-volume: only for a claim that has another volume", () => {
  assert.ok(offered("swap-volume", {}, [released, claim({ volumeName: "pv-b" })]));
  assert.equal(offered("swap-volume", {}, [released, claim({ volumeName: "pv-data" })]), undefined);
  assert.equal(offered("swap-volume", {}, [released]), undefined);
});

test("swap-volume: both volumes are kept first", () => {
  const swap = offered("swap-volume", {}, [released, claim({ volumeName: "pv-b" })]);
  const patch = '{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}';
  assert.deepEqual(
    swap?.commands.map(({ argv }) => argv),
    ["pv-data", "pv-b"].map((name) => ["kubectl", "patch", "pv", name, "-p", patch]),
  );
});

test("what came from a file does not get into a query or a label", () => {
  assert.equal(offered("list-disks", { driver: 'a")]}{.x' }, [released]), undefined);
  assert.ok(offered("list-disks", { driver: "ebs.csi.aws.com" }, [released]));
  assert.equal(offered("relabel-node", { key: "a", value: "b c; rm -rf" }, [node()]), undefined);
  assert.ok(offered("relabel-node", { key: "kubernetes.io/hostname", value: "node4" }, [node()]));
});

describe("set-retain, on a volume that is being deleted", () => {
  const facts = { deletionTimestamp: "2026-11-20T09:00:00Z", phase: "Bound" } as const;
  const csi = volume({ ...facts, spec: ebs, finalizers: [externalProvisioner] });
  const byHand = volume({
    ...facts,
    spec: { nfs: { server: "nfs", path: "/x" } },
    finalizers: [pvController],
  });
  const inTree = {
    spec: { hostPath: { path: "/tmp/x" } },
    annotations: { [provisionedBy]: "kubernetes.io/host-path" },
  };
  const effect = (...objects: readonly [KubeObject, ...KubeObject[]]) =>
    textOf(offered("set-retain", {}, objects))
      .replace(/ +/g, " ")
      .replace(/ (?=[,.:])/g, "");

  test("an installed driver's provisioner removes its finalizer, and that is final", () => {
    const said = effect(csi, ...installed());
    assert.match(said, /The provisioner then removes its finalizer at once\. That cannot be undone/);
    assert.match(said, /its provisioner then removes its finalizer at once\. It cannot be put back/);
  });
  test("of a driver that is not installed no controller removes it", () => {
    const said = effect(csi);
    assert.match(
      said,
      /ebs\.csi\.aws\.com should then remove its finalizer, but that driver is not installed/,
    );
    assert.doesNotMatch(said, /then removes its finalizer at once|the object is deleted as soon as/i);
  });
  test("the PV controller removes its own, where an in-tree plugin made the volume", () => {
    assert.match(
      effect(volume({ ...facts, ...inTree, finalizers: [pvController] })),
      /The PV controller then removes/,
    );
    assert.match(
      effect(byHand),
      /No controller removes kubernetes\.io\/pv-controller from a volume like this/,
    );
  });
  test("it ends the deadlock of a finalizer that is refused", () => {
    assert.match(
      effect(volume({ ...facts, ...inTree, finalizers: [pvProtection] })),
      /no longer tries to add a finalizer/,
    );
  });
});
