import assert from "node:assert/strict";
import { test } from "node:test";
import { explained, knownErrors, withMeaning } from "../../../src/evidence/index.ts";
import { flatten, say } from "../../../src/kubernetes/index.ts";
import { knownRows } from "./known.ts";
import { sampleOf, samplesOf } from "./samples/index.ts";

for (const { driver, text, means, retry } of knownRows) {
  test(`${driver}: ${means}`, () => {
    const known = explained(text, driver);
    assert.equal(`${known?.subject} ${known?.cause}`, means);
    assert.equal(known?.retry, retry);
  });
}

for (const { drivers, errors, source } of knownErrors) {
  test(`${source}: each entry is said by an error of its own`, () => {
    const { driver, texts } = samplesOf(drivers[0] ?? "");
    assert.deepEqual(
      texts.map((text) => `${explained(text, driver)?.subject} ${explained(text, driver)?.cause}`),
      errors.map(({ subject, cause }) => `${subject} ${cause}`),
      "test/evidence/error-text/samples has one error for each entry, in the same order",
    );
  });
}

test("what a retry alone does not end names who must change what", () => {
  for (const { errors, source } of knownErrors) {
    for (const { retry, mends, subject } of errors)
      assert.ok(retry === "alone" || mends !== undefined, `${source}: ${subject}`);
  }
});

test("no driver's error says that data is gone", () => {
  for (const { errors } of knownErrors) {
    for (const { subject, cause } of errors) {
      assert.doesNotMatch(
        `${subject} ${cause}`,
        /^the (?:disk|data|image|volume) .*(?:gone|lost|deleted|not exist)/,
      );
    }
  }
});

test("a claim with data is never to be created again", () => {
  for (const { errors, drivers } of knownErrors) {
    const [driver = ""] = drivers;
    for (const { mends, says } of errors.filter(({ mends }) => /recreate the claim/.test(mends?.how ?? ""))) {
      const text = sampleOf(driver, says);
      if (text === undefined) continue;
      const told = flatten(withMeaning(say`it fails`, text, driver), (data) => data);
      assert.doesNotMatch(told.replace(text, ""), /recreate the claim/, `${driver}: ${mends?.how}`);
    }
  }
});

test("what must be done differs before the disk exists and after", () => {
  const text =
    'resize volume "pvc-1" by resizer "topolvm.io" failed: rpc error: code = Internal desc = not enough space';
  const told = (stage: "no disk yet" | "disk exists") =>
    flatten(withMeaning(say`it fails`, text, "topolvm.io", stage), (data) => data);
  assert.match(told("no disk yet"), /let the pod run on another node/);
  assert.match(told("disk exists"), /must enlarge the volume group on the node of the volume/);
  assert.doesNotMatch(told("disk exists"), /another node/);
});

test("an error that spans lines is read like one in one line", () => {
  const text =
    'volume(rg#acct#share###ns) mount "//acct.file.core.windows.net/share" on "/globalmount" failed with mount failed: exit status 32\n\nMounting command: mount\nOutput: mount error(115): Operation now in progress';
  assert.equal(explained(text, "file.csi.azure.com")?.subject, "the storage account");
});

test("the words of one driver say nothing about another", () => {
  const text = "rbd csi-vol-1 is still being used";
  assert.equal(explained(text, "csi.unheard-of.example"), undefined);
  assert.notEqual(explained(text, "rook-ceph.rbd.csi.ceph.com"), undefined);
});

test("an unknown error is quoted whole, and called unknown", () => {
  const text = "E-4711: the flux of the array is misaligned";
  const told = flatten(withMeaning(say`${"d"} fails`, text, "d"), (data) => data);
  assert.equal(told, `d fails: ${text} (pvguard does not know this error)`);
});

test("the permission that an error names is told, and who lacks it", () => {
  const told = (driver: string, text: string) =>
    /must (.*?)\. The retries/.exec(flatten(withMeaning(say`it fails`, text, driver), (data) => data))?.[1];
  const arn = "arn:aws:sts::1:assumed-role/ebs/i-1";
  const volume = "arn:aws:ec2:eu-west-2:1:volume/vol-1";
  const rows = [
    [
      "ebs.csi.aws.com",
      `UnauthorizedOperation: You are not authorized to perform this operation. User: ${arn} is not authorized to perform: ec2:AttachVolume on resource: ${volume} because no identity-based policy allows the ec2:AttachVolume action`,
      `grant the permission ec2:AttachVolume to that role (${arn})`,
    ],
    [
      "ebs.csi.aws.com",
      "UnauthorizedOperation: You are not authorized to perform this operation. Encoded authorization failure message: 81IfY",
      "grant the permission to that role",
    ],
    [
      "pd.csi.storage.gke.io",
      "googleapi: Error 403: Required 'compute.disks.delete' permission for 'projects/p/zones/z/disks/pd-1', forbidden",
      "grant the permission compute.disks.delete on projects/p/zones/z/disks/pd-1",
    ],
    [
      "disk.csi.azure.com",
      "Code=\"AuthorizationFailed\" Message=\"The client 'c-1' with object id 'c-1' does not have authorization to perform action 'Microsoft.Compute/disks/delete' over scope '/subscriptions/s/d' or the scope is invalid.\"",
      "grant the permission Microsoft.Compute/disks/delete on /subscriptions/s/d to that identity (c-1)",
    ],
    [
      "x.example.com",
      'volumeattachments.storage.k8s.io "a" is forbidden: User "system:serviceaccount:x:y" cannot patch resource "volumeattachments/status" in API group "storage.k8s.io" at the cluster scope',
      "grant the permission to patch volumeattachments.storage.k8s.io/status to it (system:serviceaccount:x:y)",
    ],
  ] as const;
  for (const [driver, text, expected] of rows) assert.equal(told(driver, text), expected);
});
