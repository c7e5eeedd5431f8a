/** `audit --disks` and `why --disks`: what is read, what it costs, and files that were not made for it. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { clusterBackends } from "../../src/backends/index.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { claim, claimRefTo, inZone, node, volume } from "../support/objects.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { memorySource } from "./support/memory-source.ts";
import { runCommand } from "./support/run-command.ts";

const uid = "11111111-1111-4111-8111-111111111111";
const data = claim({ uid, phase: "Bound", volumeName: `pvc-${uid}` });
const own = volume({
  name: `pvc-${uid}`,
  phase: "Bound",
  claimRef: claimRefTo(data),
  spec: { csi: { driver: "ebs.csi.aws.com", volumeHandle: "vol-0a1b2c3d" }, ...inZone },
});
const zone = node({ labels: { "topology.ebs.csi.aws.com/zone": "eu-west-1a" } });
const replica = {
  apiVersion: "longhorn.io/v1beta2",
  kind: "Volume",
  metadata: {
    name: "pvc-gone",
    namespace: "longhorn-system",
    uid: "u",
    resourceVersion: "3",
    creationTimestamp: "2026-06-01T08:00:00Z",
  },
  spec: { size: "1073741824" },
  status: { state: "detached" },
} satisfies KubeObject;

const tagged = (VolumeId: string, more: object = {}) => ({
  VolumeId,
  Size: 1,
  AvailabilityZone: "eu-west-1a",
  CreateTime: "2026-06-01T08:00:00Z",
  Tags: [{ Key: "KubernetesCluster", Value: "prod" }],
  ...more,
});
const list = { Volumes: [tagged("vol-0a1b2c3d"), tagged("vol-0deadbee")] };

const run = async (argv: readonly string[], file: unknown, hidden: readonly Resource[] = []) => {
  const source = memorySource(snapshotOf([data, own, replica, zone], hidden));
  const text = typeof file === "string" ? file : JSON.stringify(file);
  const ran = await runCommand(argv, source, { readFile: async () => text });
  return { ...ran, demands: source.demands };
};

const isOfDisks = ({ resource }: { readonly resource: string }) =>
  resource.startsWith("pvguard.dev/") || clusterBackends.some((backend) => backend.resource === resource);

test("without --disks, nothing is asked about disks", async () => {
  for (const argv of [["audit"], ["audit", "--risk"], ["why", `pv/pvc-${uid}`]]) {
    const { demands } = await run(argv, "");
    assert.deepEqual(demands.filter(isOfDisks), [], argv.join(" "));
  }
});

test("with --disks, each backend of the cluster is one list, and once more where something was found", async () => {
  const { demands, out, code } = await run(
    ["audit", "--disks=f", "--rules=PVG316,PVG407", "--by=rule"],
    list,
  );
  assert.match(out, /disk\/vol-0deadbee/);
  assert.match(out, /disk\/pvc-gone/);
  assert.equal(code, 0);
  for (const { resource } of clusterBackends)
    assert.equal(demands.filter((demand) => demand.resource === resource).length, 2, resource);
  assert.deepEqual(
    demands.filter(({ resource }) => resource.startsWith("pvguard.dev/")),
    [],
  );
});

test("records that may not be read are said, and nothing is concluded from them", async () => {
  const argv = ["audit", "--disks=cluster", "--rules=PVG316,PVG317,PVG407", "--by=rule"];
  const { out } = await run(argv, "", ["longhorn.io/v1beta2/volumes"]);
  assert.match(
    out,
    /diskinventory\/volumes\.longhorn\.io +the list is not whole: its objects could not be read \(Forbidden\)/,
  );
  assert.doesNotMatch(out, /pvc-gone/);
});

test("nothing is called leaked where claims or volumes may not be read", async () => {
  const Tags = [
    { Key: "KubernetesCluster", Value: "prod" },
    { Key: "CSIVolumeName", Value: "pvc-22222222-2222-4222-8222-222222222222" },
  ];
  const lists = { Volumes: [tagged("vol-0a1b2c3d"), tagged("vol-0deadbee", { Tags })] };
  const argv = ["audit", "--disks=f", "--rules=PVG316", "--by=rule"];
  const volumes = await run(argv, lists, ["v1/persistentvolumes"]);
  assert.doesNotMatch(volumes.out, /disk\/vol-0deadbee/);
  assert.equal(volumes.code, 3);
  const claims = await run(argv, lists, ["v1/persistentvolumeclaims"]);
  assert.doesNotMatch(claims.out, /disk\/vol-0deadbee/);
  assert.match(claims.err, /you may not list the claims of all namespaces, so this audit checks only/);
});

test("why says of a healthy volume that the list has its disk, of a live cluster too", async () => {
  const { out } = await run(["why", `pvc/data`, "-n", "shop", "--disks=f"], list);
  assert.match(out, /f has its disk: vol-0a1b2c3d, 1Gi/);
});

test("a file that no backend knows is refused, with the commands whose output is known", async () => {
  for (const file of ["{}", "[]", "null", '{"Volumes":[{"VolumeId":"fs-1"}]}', "a: [1", '"text"']) {
    const { err, out, code } = await run(["audit", "--disks=f"], file);
    assert.equal(code, 2, file);
    assert.equal(out, "");
    assert.match(err, /^error: f/);
  }
  assert.match((await run(["audit", "--disks=f"], "{}")).err, /aws ec2 describe-volumes/);
});

test("flags that say nothing are refused: an empty file name, a time or a price that is none, a rule without --disks", async () => {
  const cases: readonly (readonly [readonly string[], RegExp])[] = [
    [["audit", "--disks="], /--disks is empty/],
    [
      ["audit", "--disks=f", "--disks-at=yesterday"],
      /--disks-at must be a time in RFC 3339, not "yesterday"/,
    ],
    [["audit", "--disks=f", "--price=cheap"], /--price must be a number such as 0.08, not "cheap"/],
    [["audit", "--rules=PVG316"], /PVG316 compares with a list of disks: add --disks/],
    [["audit", "--rules=disk-missing"], /PVG407 compares with a list of disks: add --disks/],
  ];
  for (const [argv, says] of cases) {
    const { err, code } = await run(argv, list);
    assert.equal(code, 2, argv.join(" "));
    assert.match(err, says);
  }
});

test("the cost of a leaked disk is told only with a price", async () => {
  const argv = ["audit", "--disks=f", "--rules=PVG316", "--by=rule"];
  assert.match((await run([...argv, "--price=0.08"], list)).out, /at 0.08 per GiB, it costs 0.08 a month/);
  assert.doesNotMatch((await run(argv, list)).out, /a month/);
});

test("names in a list cannot write to the terminal, nor end the quotes of a command or a manifest", async () => {
  const evil = "vol-\u001b[31m\n'; rm -rf / #\u202e";
  const volumes = [
    tagged("vol-0a1b2c3d"),
    tagged("vol-0deadbee", {
      State: evil,
      AvailabilityZone: `eu-west-1a${evil}`,
      Tags: [
        { Key: "KubernetesCluster", Value: "prod" },
        { Key: "CSIVolumeName", Value: evil },
        { Key: "kubernetes.io/created-for/pvc/name", Value: evil },
        { Key: "kubernetes.io/created-for/pvc/namespace", Value: evil },
      ],
    }),
  ];
  for (const format of ["wide", "json", "csv", "sarif", "html", "markdown", "junit", "prometheus"]) {
    const { out } = await run(["audit", "--disks=f", "--rules=PVG316,PVG317", "-o", format], {
      Volumes: volumes,
    });
    assert.ok(out.includes(format === "prometheus" ? "PVG316" : "vol-0deadbee"), format);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be printed
    assert.doesNotMatch(out.replaceAll("\r\n", ""), /[\u0000-\u0008\u000b-\u001f\u202e]/, format);
    assert.doesNotMatch(out, /^'; rm/m, format);
  }
});

test("a list that is nested a hundred thousand deep, or has twenty thousand disks, is read or refused", async () => {
  const deep = `{"Volumes":[{"VolumeId":"vol-0a1b2c3d","Tags":${"[".repeat(100_000)}${"]".repeat(100_000)}}]}`;
  assert.ok([0, 2, 3].includes((await run(["audit", "--disks=f", "--rules=PVG316"], deep)).code));
  const many = Array.from({ length: 20_000 }, (_, at) => tagged(`vol-${(0x10000000 + at).toString(16)}`));
  const { out } = await run(["audit", "--disks=f", "--rules=PVG316"], {
    Volumes: [tagged("vol-0a1b2c3d"), ...many],
  });
  assert.match(out, /20,?00\d objects|clean-up/);
});
