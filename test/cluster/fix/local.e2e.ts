/** `fix --remedy delete-claim` on local volumes of nodes that are gone, where no provisioner and no node-cleanup runs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { confirmed, stateFolder } from "../rescue/support/run.ts";
import { claims, volumes } from "../rescue/support/situation.ts";
import { newName, newNamespace, testApi } from "../support/e2e.ts";
import { gone, holdsFor, when } from "../support/eventually.ts";
import { persistentVolume, persistentVolumeClaim } from "../support/manifests.ts";
import { pvguard, why } from "../support/pvguard.ts";

const api = testApi();

interface Case {
  readonly policy: "Retain" | "Delete";
  readonly madeBy: "hand" | "provisioner";
  readonly ends: "Released" | "Failed";
  /** What `why` says of the volume then. */
  readonly reason: string;
  /** What `fix --remedy delete-volume` makes of it. */
  readonly volume: "goes" | "is left to a person";
}

const cases: readonly Case[] = [
  {
    policy: "Retain",
    madeBy: "hand",
    ends: "Released",
    reason: "ReleasedByDesign",
    volume: "is left to a person",
  },
  {
    policy: "Delete",
    madeBy: "hand",
    ends: "Failed",
    reason: "NoDeleterForVolume",
    volume: "is left to a person",
  },
  { policy: "Delete", madeBy: "provisioner", ends: "Released", reason: "NodeOfVolumeGone", volume: "goes" },
];

for (const { policy, madeBy, ends, reason, volume: left } of cases)
  test(`${policy}, made by ${madeBy}: ends ${ends}, and ${left}`, async (context) => {
    const namespace = await newNamespace(context, api);
    const node = newName("gone");
    const name = newName("local");
    const volume = { name };
    const claim = { name: "data", namespace };
    const onNode = { key: "kubernetes.io/hostname", operator: "In", values: [node] };
    const made = persistentVolume(name, {
      persistentVolumeReclaimPolicy: policy,
      hostPath: undefined,
      local: { path: `/mnt/${name}` },
      claimRef: claim,
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [onNode] }] } },
    });
    const annotations = { "pv.kubernetes.io/provisioned-by": `local-volume-provisioner-${node}-1` };
    const metadata = madeBy === "hand" ? made.metadata : { ...made.metadata, annotations };
    await api.create({ ...made, metadata }, persistentVolumeClaim(claim, { volumeName: name }));
    context.after(() => api.send("DELETE", `/api/v1/persistentvolumes/${name}`));
    const phase = async () => (await api.get(volumes, volume))?.status?.phase;
    await when(
      "Bound",
      async () => (await api.get(claims, claim))?.status?.phase,
      (is) => is === "Bound",
    );

    const folder = stateFolder(context);
    const accepted = ["DataGivenUp", "DataDestroyed"].flatMap((danger) => ["--accept", danger]);
    const args = ["fix", "pvc/data", "-n", namespace, "--remedy", "delete-claim", ...accepted];
    const planned = (await pvguard(...args, "--dry-run")).out.replaceAll(/\s+/g, " ");
    assert.match(planned, new RegExp(`sets pv/${name} to phase Released`));
    assert.equal(/to phase Failed/.test(planned), ends === "Failed");
    const back = `When node/${node} exists again: local-volume-provisioner has the driver`;
    assert.equal(planned.includes(back), reason === "NodeOfVolumeGone", planned);
    assert.equal(
      planned.split("has the driver local-volume-provisioner erase").length,
      reason === "NodeOfVolumeGone" ? 2 : 1,
      planned,
    );
    const done = await confirmed(folder, ...args);
    assert.equal(done.code, 0, done.err);
    await gone("the claim", () => api.get(claims, claim));
    await when(ends, phase, (is) => is === ends);
    // No controller that could delete it is running.
    await holdsFor(`${ends}`, 3, async () => (await phase()) === ends);
    const { verdict } = await why(`pv/${name}`);
    assert.equal(verdict.reason, reason);

    const last = ["fix", `pv/${name}`, "--remedy", "delete-volume"];
    const more = ["RecordLost", "DataGivenUp", "DataDestroyed", "DiskLeaks"];
    const ended = await confirmed(folder, ...last, ...more.flatMap((danger) => ["--accept", danger]));
    const said = ended.err + ended.out;
    if (left === "goes") {
      assert.equal(ended.code, 0, said);
      await gone("the volume", () => api.get(volumes, volume));
    } else {
      assert.equal(ended.code, 5, said);
      assert.match(said, /PersonMustAct/);
    }
  });
