import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { annotationNames, finalizerNames } from "../../src/controllers/index.ts";
import { refOf } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf } from "../support/diagnose.ts";
import { event, installed } from "../support/driver.ts";
import { claim, node, pod, storageClass } from "../support/objects.ts";

const long = "2026-11-20T09:00:00Z";
const { storageProvisioner, selectedNode } = annotationNames;

describe("cloning-protection", () => {
  const driver = { [storageProvisioner]: "ebs.csi.aws.com" };
  const source = claim({
    deletionTimestamp: long,
    phase: "Bound",
    finalizers: [finalizerNames.cloningProtection],
    annotations: driver,
  });
  const dataSource = { kind: "PersistentVolumeClaim", name: "data" };
  const clone = claim({ name: "copy", spec: { dataSource } });

  test("a Pending clone holds its source, whatever it waits for", () => {
    const diagnosis = diagnosisOf([source, clone, ...installed()]);
    assert.deepEqual(rootsOf(diagnosis), ["ClonePending blocked"]);
    assert.ok(remediesOf(diagnosis).includes("delete-pending-claim loses-data"));
  });

  test("a Pending clone that is to be bound to a volume by name can still go its way", () => {
    const named = claim({ name: "copy", spec: { dataSource, volumeName: "disk" } });
    assert.deepEqual(rootsOf(diagnosisOf([source, named, ...installed()])), ["NamedVolumeMissing blocked"]);
  });

  test("a clone of a claim that is being deleted is not made any more", () => {
    assert.deepEqual(rootsOf(diagnosisOf([clone, source, ...installed()])), [
      "DataSourceTerminating blocked",
    ]);
    const alive = claim({ phase: "Bound", annotations: driver });
    assert.deepEqual(rootsOf(diagnosisOf([clone, alive, ...installed()])), ["NoVolumeFits blocked"]);
  });

  test("a clone that is Bound, or of another namespace, does not", () => {
    const bound = claim({ name: "copy", phase: "Bound", spec: { dataSource } });
    const foreign = claim({ name: "copy", namespace: "bank", spec: { dataSource } });
    for (const other of [bound, foreign]) {
      const diagnosis = diagnosisOf([source, other, ...installed()]);
      assert.deepEqual(rootsOf(diagnosis), ["ControllerNotActing stuck"]);
    }
  });

  test("without its driver nobody lets the source go", () => {
    const diagnosis = diagnosisOf([source]);
    assert.deepEqual(rootsOf(diagnosis), ["CloneDriverNotInstalled stuck"]);
    assert.deepEqual(remediesOf(diagnosis), ["reinstall-driver safe", "drop-finalizer risky"]);
    const hidden = diagnosisOf([source], ["storage.k8s.io/v1/csidrivers"]);
    assert.deepEqual(rootsOf(hidden), ["CouldNotRead unknown"]);
  });
});

describe("populate-target-protection", () => {
  const finalizer = "populator.example.com/populate-target-protection";
  const dataSourceRef = { apiGroup: "populator.example.com", kind: "Image", name: "base" };
  const target = (facts: Parameters<typeof claim>[0] = {}) =>
    claim({
      uid: "u7",
      deletionTimestamp: long,
      finalizers: [finalizer],
      storageClassName: "gp3",
      spec: { dataSourceRef },
      ...facts,
    });
  const late = storageClass({ volumeBindingMode: "WaitForFirstConsumer" });
  const prime = claim({ name: "prime-u7", namespace: "populators", phase: "Bound" });
  const missing = event(refOf(target()), "PopulatorDataSourceNotFound", "Data source shop/base not found");

  test("a populator that does not act; by hand only when it left nothing", () => {
    const clean = diagnosisOf([target(), storageClass()]);
    assert.deepEqual(rootsOf(clean), ["PopulatorNotFinished stuck"]);
    assert.deepEqual(remediesOf(clean), ["check-controller safe", "drop-finalizer risky"]);
    assert.deepEqual(remediesOf(diagnosisOf([target(), storageClass(), prime])), ["check-controller safe"]);
    const hidden = diagnosisOf([target(), storageClass()], ["v1/pods"]);
    assert.deepEqual(remediesOf(hidden), ["check-controller safe"]);
  });

  test("it needs a moment", () => {
    const young = diagnosisOf([target({ deletionTimestamp: "2026-11-20T11:59:50Z" }), storageClass()]);
    assert.deepEqual(rootsOf(young), ["PopulatorNotFinished waiting"]);
  });

  test("it does not go on without its class", () => {
    assert.deepEqual(rootsOf(diagnosisOf([target()])), ["PopulatorClassMissing blocked"]);
    const hidden = diagnosisOf([target()], ["storage.k8s.io/v1/storageclasses"]);
    assert.deepEqual(rootsOf(hidden), ["CouldNotRead unknown"]);
  });

  test("nor without a node, which any node ends", () => {
    const diagnosis = diagnosisOf([target(), late, node()]);
    assert.deepEqual(rootsOf(diagnosis), ["PopulatorNoNode blocked"]);
    assert.deepEqual(remediesOf(diagnosis), ["set-selected-node safe", "drop-finalizer risky"]);
    const chosen = diagnosisOf([target({ annotations: { [selectedNode]: "node-a" } }), late, node()]);
    assert.deepEqual(rootsOf(chosen), ["PopulatorNotFinished stuck"]);
    assert.deepEqual(remediesOf(diagnosisOf([target(), late])), ["drop-finalizer risky"]);
  });

  test("nor without its data source: then its helpers can be deleted", () => {
    const helper = pod({ name: "populate-u7", namespace: "populators" });
    const diagnosis = diagnosisOf([target(), storageClass(), prime, helper, missing]);
    assert.deepEqual(rootsOf(diagnosis), ["PopulatorSourceMissing blocked"]);
    assert.deepEqual(remediesOf(diagnosis), ["delete-populator-helpers risky"]);
    const [remedy] = diagnosis.remedies;
    assert.deepEqual(
      remedy?.commands.map(({ argv }) => argv.slice(2, 4)),
      [
        ["pod", "populate-u7"],
        ["persistentvolumeclaim", "prime-u7"],
      ],
    );
  });
});
