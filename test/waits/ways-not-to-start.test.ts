/** Ways in which an attach or a mount fails: pod, claim, volume and audit tell one story of each. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { audit } from "../../src/analysis/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject } from "../../src/kubernetes/index.ts";
import { diagnosisOf, rootsOf, textOf } from "../support/diagnose.ts";
import { attachment, csiNode, pod } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { bound, data, here, nodes, old, told, waiting } from "./waiting-pod.ts";

interface Way {
  readonly way: string;
  /** What is in the cluster beside the pod, its claim and its volume. */
  readonly with: readonly KubeObject[];
  /** Of the root cause. */
  readonly reason: string;
  /** What everybody who is asked must be told. */
  readonly says: RegExp;
}

const refused = (message: string) => [
  attachment({
    name: "here",
    nodeName: "node-b",
    attached: false,
    status: { attachError: { message, time: "2026-11-20T11:58:00Z" } },
  }),
  told("FailedAttachVolume", `AttachVolume.Attach failed for volume "pv-data" : ${message}`),
];
const mount = (what: string) => [here, told("FailedMount", what)];
const device = 'MountVolume.MountDevice failed for volume "pv-data" : ';
const setUp = 'MountVolume.SetUp failed for volume "pv-data" : ';

const ways: readonly Way[] = [
  {
    way: "the node has as many volumes as it can have",
    with: refused(
      'rpc error: code = ResourceExhausted desc = Could not attach volume "vol-0abc" to node "i-0b": attachment limit exceeded',
    ),
    reason: "AttachFails",
    says: /attachment limit exceeded/,
  },
  {
    way: "the disk is in another zone",
    with: refused(
      "rpc error: code = Internal desc = InvalidVolume.ZoneMismatch: The volume 'vol-0abc' is not in the same availability zone as instance 'i-0b'",
    ),
    reason: "AttachFails",
    says: /not in the same availability zone/,
  },
  {
    way: "the instance is gone",
    with: refused('rpc error: code = NotFound desc = Instance "i-0b" not found'),
    reason: "AttachFails",
    says: /Instance "i-0b" not found/,
  },
  {
    way: "another node holds the volume",
    with: [
      old(),
      attachment(),
      told(
        "FailedAttachVolume",
        'Multi-Attach error for volume "pv-data" Volume is already used by pod(s) old',
      ),
    ],
    reason: "VolumeOnAnotherNode",
    says: /node-a/,
  },
  {
    way: "the superblock is bad",
    with: mount(
      `${device}rpc error: code = Internal desc = mount failed: exit status 32: wrong fs type, bad option, bad superblock on /dev/nvme1n1`,
    ),
    reason: "FileSystemDamaged",
    says: /bad superblock/,
  },
  {
    way: "fsck finds what it cannot mend",
    with: mount(
      `${device}rpc error: code = Internal desc = 'fsck' found errors on device /dev/nvme1n1 but could not correct them`,
    ),
    reason: "FileSystemDamaged",
    says: /could not correct them/,
  },
  {
    way: "the driver is not registered on the node",
    with: mount(
      `${device}kubernetes.io/csi: attacher.MountDevice failed to create newCsiDriverClient: driver name ebs.csi.aws.com not found in the list of registered CSI drivers`,
    ),
    reason: "DriverNotOnNode",
    says: /not found in the list of registered CSI drivers/,
  },
  {
    way: "a Secret is missing",
    with: mount(
      `${device}fetching NodeStageSecretRef csi/key failed: kubernetes.io/csi: failed to find the secret key in the namespace csi with error: secrets "key" not found`,
    ),
    reason: "MountSecretMissing",
    says: /secrets "key" not found/,
  },
  {
    way: "an operation hangs",
    with: mount(
      `${setUp}rpc error: code = Aborted desc = An operation with the given Volume ID vol-0abc already exists`,
    ),
    reason: "VolumeNotMounted",
    says: /An operation with the given Volume ID/,
  },
  {
    way: "the group of the files cannot be set",
    with: mount(
      `${setUp}applyFSGroup failed for vol vol-0abc: lchown /var/lib/kubelet/pods/x/data: operation not permitted`,
    ),
    reason: "MountDenied",
    says: /applyFSGroup failed/,
  },
  {
    way: "the server denies access",
    with: mount(
      `${setUp}mount failed: exit status 32: mount.nfs: access denied by server while mounting x:/y`,
    ),
    reason: "MountDenied",
    says: /access denied by server/,
  },
  {
    way: "the kubelet gives up waiting",
    with: mount(
      "Unable to attach or mount volumes: unmounted volumes=[data], unattached volumes=[], failed to process volumes=[]: timed out waiting for the condition",
    ),
    reason: "MountNotReported",
    says: /timed out waiting/,
  },
];

const around = [...nodes, csiNode("node-b", "ebs.csi.aws.com")];
const scope = { namespace: undefined, olderThan: 300 };

function findingsIn(objects: readonly KubeObject[]) {
  const { findings } = audit(knowledge.rules, scope, snapshotOf(objects), knowledge);
  return findings.filter(({ code }) => code === "PVG405");
}

describe("a pod that has not started for longer than five minutes", () => {
  for (const { way, with: more, reason, says } of ways) {
    test(way, () => {
      const asked = [waiting(), data, bound] as const;
      const [ofPod, ofClaim, ofVolume] = asked.map((object) =>
        diagnosisOf([object, ...asked.filter((each) => each !== object), ...around, ...more]),
      );
      assert.ok(ofPod !== undefined && ofClaim !== undefined && ofVolume !== undefined);
      assert.equal(ofPod.verdict.reason, reason);
      assert.deepEqual(rootsOf(ofClaim), rootsOf(ofPod), "claim");
      assert.deepEqual(rootsOf(ofVolume), rootsOf(ofPod), "volume");
      for (const diagnosis of [ofPod, ofClaim, ofVolume])
        assert.match(textOf(diagnosis.verdict.summary), says);
      const [finding, ...others] = findingsIn([...asked, ...around, ...more]);
      assert.equal(others.length, 0);
      assert.match(textOf(finding?.message), says);
    });
  }
});

describe("the claim and its volume are well", () => {
  const image = { waiting: { reason: "ImagePullBackOff" } };
  for (const [way, objects] of [
    [
      "while the pod began to start two minutes ago",
      [waiting({ creationTimestamp: "2026-11-20T11:58:00Z" }), ...mount(`${device}x`)],
    ],
    [
      "where the pod waits for its image",
      [waiting({ status: { containerStatuses: [{ name: "c", state: image }] } }), here],
    ],
    [
      "where the pod waits for a ConfigMap",
      [waiting(), ...mount('MountVolume.SetUp failed for volume "config" : configmap "settings" not found')],
    ],
    [
      "where another volume of the pod cannot be mounted",
      [
        waiting({ claims: ["data", "logs"] }),
        ...mount(
          "Unable to attach or mount volumes: unmounted volumes=[logs], unattached volumes=[]: timed out",
        ),
      ],
    ],
    ["where the pod runs", [pod({ name: "new", nodeName: "node-b", claims: ["data"] }), here]],
  ] as readonly (readonly [string, readonly KubeObject[]])[]) {
    test(way, () => {
      const all = [...objects, ...around];
      assert.deepEqual(rootsOf(diagnosisOf([data, bound, ...all])), []);
      assert.deepEqual(rootsOf(diagnosisOf([bound, data, ...all])), []);
    });
  }
});
