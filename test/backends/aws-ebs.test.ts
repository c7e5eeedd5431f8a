/** What `aws ec2 describe-volumes` prints, and what is made of it. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { awsEbs } from "../../src/backends/aws-ebs.ts";
import { volume } from "../support/objects.ts";

const scenario = join(import.meta.dirname, "..", "scenarios", "pvg316-disk-leaked", "disks.json");
const list: unknown = JSON.parse(readFileSync(scenario, "utf8"));

const volumeIn = (...values: readonly string[]) =>
  volume({
    spec: {
      nodeAffinity: {
        required: {
          nodeSelectorTerms: [
            { matchExpressions: [{ key: "topology.ebs.csi.aws.com/zone", operator: "In", values }] },
          ],
        },
      },
    },
  });

test("a list is recognised by its volumes", () => {
  assert.ok(awsEbs.recognises(list));
  assert.ok(!awsEbs.recognises({ Volumes: [{ VolumeId: "fs-0abc" }] }));
  assert.ok(!awsEbs.recognises({ Volumes: {} }));
});

test("a disk has its handle, size, place, machines, claim and cluster", () => {
  const [disk] = awsEbs.listing(list).disks;
  assert.deepEqual(disk, {
    id: "vol-0a1b2c3d4e5f60001",
    handles: ["vol-0a1b2c3d4e5f60001"],
    parts: ["vol-0a1b2c3d4e5f60001"],
    name: "pvc-11111111-1111-4111-8111-111111111111",
    bytes: 20 * 1024 ** 3,
    created: "2026-06-01T08:00:00.000Z",
    place: "eu-west-1",
    state: "in-use",
    attachedTo: ["i-0aaa0000000000001"],
    attachments: "known",
    volumeName: "pvc-11111111-1111-4111-8111-111111111111",
    claim: { namespace: "shop", name: "data", uid: "11111111-1111-4111-8111-111111111111" },
    cluster: "prod",
  });
});

test("the mark of the driver alone names no cluster: every cluster has it", () => {
  const Tags = [{ Key: "ebs.csi.aws.com/cluster", Value: "true" }];
  const [disk] = awsEbs.listing({ Volumes: [{ VolumeId: "vol-0a1b2c3d", Tags }] }).disks;
  assert.equal(disk?.cluster, undefined);
  const shared = [{ Key: "kubernetes.io/cluster/prod", Value: "shared" }];
  const [other] = awsEbs.listing({ Volumes: [{ VolumeId: "vol-0a1b2c3d", Tags: shared }] }).disks;
  assert.equal(other?.cluster, undefined);
});

test("a list with a NextToken is not whole, and a detached attachment is none", () => {
  const listing = awsEbs.listing({
    Volumes: [{ VolumeId: "vol-0a1b2c3d", Attachments: [{ InstanceId: "i-1", State: "detached" }] }],
    NextToken: "more",
  });
  assert.match(listing.partial ?? "", /NextToken/);
  assert.deepEqual(listing.disks[0]?.attachedTo, []);
});

test("what an attachment without an instance is attached to, the list does not say", () => {
  const [disk] = awsEbs.listing({
    Volumes: [
      {
        VolumeId: "vol-0a1b2c3d",
        State: "in-use",
        Attachments: [{ State: "attached", InstanceOwningService: "ecs.amazonaws.com", InstanceId: null }],
      },
    ],
  }).disks;
  assert.deepEqual(disk?.attachedTo, []);
  assert.equal(disk?.attachments, undefined);
});

test("a device of each node is no disk that a list can lack", () => {
  const { spec } = volumeIn("eu-west-1a");
  const local = volume({
    spec: { ...spec, csi: { driver: "ebs.csi.aws.com", volumeHandle: "local-ebs://dev/xvdbz" } },
  });
  assert.equal(awsEbs.placeOf?.(local), undefined);
});

test("the place of a volume is the region of its one zone", () => {
  assert.equal(awsEbs.placeOf?.(volumeIn("eu-west-1a")), "eu-west-1");
  assert.equal(awsEbs.placeOf?.(volumeIn("us-west-2-lax-1a")), "us-west-2");
  assert.equal(awsEbs.placeOf?.(volumeIn("eu-west-1a", "eu-west-1b")), undefined);
  assert.equal(awsEbs.placeOf?.(volume()), undefined);
});

test("fields of another type than expected count as missing", () => {
  const { disks } = awsEbs.listing({
    Volumes: [
      {
        VolumeId: "vol-0a1b2c3d",
        Size: {},
        CreateTime: "yesterday",
        Attachments: "none",
        Tags: { Key: "x" },
        AvailabilityZone: 7,
      },
    ],
  });
  const { bytes, created, attachedTo, cluster, place } = disks[0] ?? {};
  assert.deepEqual(
    [bytes, created, attachedTo, cluster, place],
    [undefined, undefined, [], undefined, undefined],
  );
});
