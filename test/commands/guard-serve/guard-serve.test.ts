/** What the webhook answers to the API server: the accident, what passes without a look, and what is not known. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Source } from "../../../src/commands/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import {
  claim,
  claimRefTo,
  content,
  ebs,
  namespaceObject,
  ownedBy,
  snapshot,
  statefulSet,
  volume,
} from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { memorySource } from "../support/memory-source.ts";
import { runCommand } from "../support/run-command.ts";
import { guarded, reviewOf } from "./guarded.ts";

const finalizers = ["kubernetes.io/pvc-protection"];
const shop = namespaceObject({ name: "shop" });
const data = claim({ phase: "Bound", volumeName: "pv-data", finalizers });
const diskOf = (policy: "Delete" | "Retain", of = data) =>
  volume({
    finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
    annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
    policy,
    spec: ebs,
    phase: "Bound",
    claimRef: claimRefTo(of),
  });
const disk = diskOf("Delete");
const deny = ["--mode=deny"];
const of =
  (...objects: readonly KubeObject[]) =>
  () =>
    memorySource(snapshotOf(objects), "default");
/** Fails when it is read. */
const closed = (): Source => ({
  ...memorySource(snapshotOf([])),
  select: async () => assert.fail("the cluster was read"),
});

test("a claim that loses its data is refused, with the reason, the step and the way past the guard", async () => {
  const { err, code } = await guarded(deny, of(shop, data, disk), async ({ deletion }) => {
    const { allowed, status } = await deletion(data);
    assert.equal(allowed, false);
    assert.deepEqual([status?.code, status?.reason], [403, "Forbidden"]);
    assert.equal(
      status?.message,
      'pvguard: deleting pvc/data (shop) loses data: vol-0abc (ebs.csi.aws.com, 1Gi, policy Delete): at once, external-provisioner deletes the disk (policy Delete). To keep the data, do this first: kubectl patch pv pv-data -p \'{"spec":{"persistentVolumeReclaimPolicy":"Retain"}}\'. To delete it all the same, run this first: kubectl annotate persistentvolumeclaims data -n shop pvguard.dev/allow-delete=data-uid',
    );
  });
  assert.equal(code, 0);
  assert.match(
    err,
    /guarding on https:\S+validate \(deny\)\n\S+Z refused the deletion of pvc\/data \(shop\) by alice/,
  );
});

test("in the mode warn it passes with the same reason, and says nothing of the annotation", async () => {
  await guarded([], of(shop, data, disk), async ({ deletion }) => {
    const { allowed, warnings, status } = await deletion(data);
    assert.deepEqual([allowed, status], [true, undefined]);
    assert.match(warnings?.join() ?? "", /deleting pvc\/data \(shop\) loses data/);
    assert.doesNotMatch(warnings?.join() ?? "", /allow-delete/);
  });
});

test("what is kept passes, and nothing is said", async () => {
  await guarded(deny, of(shop, data, diskOf("Retain")), async ({ deletion }) => {
    assert.deepEqual(await deletion(data), { allowed: true });
  });
});

test("a namespace is refused for what it takes along", async () => {
  await guarded(deny, of(shop, data, disk), async ({ deletion }) => {
    const { allowed, status } = await deletion(shop);
    assert.equal(allowed, false);
    assert.match(
      status?.message ?? "",
      /deleting namespace\/shop loses data: the data of its only claim, pvc\/data/,
    );
    assert.match(
      status?.message ?? "",
      /kubectl annotate namespaces shop pvguard\.dev\/allow-delete=shop-uid$/,
    );
  });
});

test("a set that deletes its claims is refused, unless it leaves what it owns behind", async () => {
  const set = statefulSet({ name: "db", whenDeleted: "Delete" });
  const owned = claim({
    ...{ phase: "Bound", volumeName: "pv-data", finalizers },
    ownerReferences: [ownedBy(set)],
  });
  await guarded(deny, of(shop, set, owned, diskOf("Delete", owned)), async ({ deletion }) => {
    assert.equal((await deletion(set)).allowed, false);
    assert.equal((await deletion(set, { options: { propagationPolicy: "Orphan" } })).allowed, true);
    assert.equal((await deletion(owned, { options: { propagationPolicy: "Orphan" } })).allowed, false);
  });
});

test("a Released volume is lost anyway: whoever deletes it is not refused", async () => {
  const released = volume({
    finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
    annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
    spec: ebs,
    phase: "Released",
    claimRef: claimRefTo(data),
  });
  await guarded(deny, of(released), async ({ deletion }) => {
    assert.deepEqual(await deletion(released), { allowed: true });
  });
});

const passing: readonly (readonly [string, KubeObject, object, readonly string[]])[] = [
  ["what is no deletion", data, { operation: "UPDATE" }, []],
  [
    "what is being deleted already",
    { ...data, metadata: { ...data.metadata, deletionTimestamp: "2026-11-20T11:00:00Z" } },
    {},
    [],
  ],
  [
    "the annotation with its uid",
    { ...data, metadata: { ...data.metadata, annotations: { "pvguard.dev/allow-delete": "data-uid" } } },
    {},
    [],
  ],
  [
    "the namespace controller",
    data,
    { userInfo: { username: "system:serviceaccount:kube-system:namespace-controller" } },
    [],
  ],
  ["a user that was named", data, { userInfo: { username: "operator" } }, ["--exempt=operator"]],
  [
    "a group that was named",
    data,
    { userInfo: { username: "x", groups: ["system:serviceaccounts:pg"] } },
    ["--exempt=a", "--exempt=system:serviceaccounts:pg"],
  ],
];

for (const [what, object, request, flags] of passing) {
  test(`passes without a look at the cluster: ${what}`, async () => {
    await guarded([...deny, ...flags], closed, async ({ deletion }) => {
      assert.deepEqual(await deletion(object, request), { allowed: true });
    });
  });
}

test("an annotation with another value, and a user who looks like a controller, do not pass", async () => {
  await guarded(deny, of(shop, data, disk), async ({ deletion }) => {
    const annotated = {
      ...data,
      metadata: { ...data.metadata, annotations: { "pvguard.dev/allow-delete": "yes" } },
    };
    assert.equal((await deletion(annotated)).allowed, false);
    const userInfo = { username: "system:serviceaccount:default:namespace-controller" };
    assert.equal((await deletion(data, { userInfo })).allowed, false);
  });
});

test("one that no longer exists, or was created again, passes", async () => {
  await guarded(deny, of(shop), async ({ deletion }) => {
    assert.deepEqual(await deletion(data), { allowed: true });
  });
  const again = { ...data, metadata: { ...data.metadata, uid: "another" } };
  await guarded(deny, of(shop, again, disk), async ({ deletion }) => {
    assert.deepEqual(await deletion(data), { allowed: true });
  });
});

test("of a collection the old object has the name", async () => {
  await guarded(deny, of(shop, data, disk), async ({ deletion }) => {
    const { status } = await deletion(data, { name: "" });
    assert.match(status?.message ?? "", /deleting pvc\/data/);
  });
});

test("a recent snapshot that stays lets it pass, if that is asked for", async () => {
  const takenAt = "2026-11-20T11:30:00Z";
  const nightly = snapshot({ readyToUse: true, content: "snapcontent-1" });
  const copy = { ...nightly, status: { ...nightly.status, creationTime: takenAt } };
  const objects = of(shop, data, disk, copy, content());
  const allowedBy = async (...flags: readonly string[]) => {
    let isAllowed = false;
    await guarded([...deny, ...flags], objects, async ({ deletion }) => {
      isAllowed = (await deletion(data)).allowed;
    });
    return isAllowed;
  };
  assert.equal(await allowedBy(), false);
  assert.equal(await allowedBy("--allow-with-snapshot=1h"), true);
  assert.equal(await allowedBy("--allow-with-snapshot=10m"), false);
});

const hidden = () => memorySource(snapshotOf([shop, data, disk], ["v1/persistentvolumes"]));

test("what is not known passes with a warning, unless it was asked to be refused", async () => {
  await guarded(deny, hidden, async ({ deletion }) => {
    const { allowed, warnings } = await deletion(data);
    assert.equal(allowed, true);
    assert.match(warnings?.join() ?? "", /pvguard cannot tell whether data is lost with pvc\/data/);
  });
  await guarded([...deny, "--when-unknown=deny"], hidden, async ({ deletion }) => {
    const { allowed, status } = await deletion(data);
    assert.equal(allowed, false);
    assert.match(status?.message ?? "", /allow-delete=data-uid$/);
  });
  await guarded(["--when-unknown=deny"], hidden, async ({ deletion }) => {
    assert.equal((await deletion(data)).allowed, true, "the mode warn refuses nothing");
  });
});

test("a server that cannot be reached, and an answer that takes too long, are unknown too", async () => {
  const down = (): Source => ({
    ...memorySource(snapshotOf([])),
    select: async () => {
      throw new Error("connection refused");
    },
  });
  await guarded(deny, down, async ({ deletion }) => {
    const { allowed, warnings } = await deletion(data);
    assert.equal(allowed, true);
    assert.match(warnings?.join() ?? "", /connection refused/);
  });
  const silent = (): Source => ({ ...memorySource(snapshotOf([])), select: () => new Promise(() => {}) });
  const more = { pause: async () => {} };
  await guarded(
    deny,
    silent,
    async ({ deletion }) => {
      assert.match((await deletion(data)).warnings?.join() ?? "", /it took too long/);
    },
    more,
  );
});

test("kinds that pvguard does not judge pass with a warning", async () => {
  const strange = { ...data, apiVersion: "a.example/v1", kind: "Thing" } as never;
  await guarded(deny, closed, async ({ deletion }) => {
    assert.match((await deletion(strange)).warnings?.join() ?? "", /does not judge the deletion of Thing/);
  });
});

const noReviews: readonly string[] = [
  "",
  "{",
  "[]",
  "null",
  '"x"',
  "{}",
  JSON.stringify({ apiVersion: "admission.k8s.io/v1beta1", kind: "AdmissionReview", request: { uid: "x" } }),
  JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview" }),
  JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", request: { uid: 1 } }),
  "[".repeat(500_000),
  `${'{"a":'.repeat(300_000)}1${"}".repeat(300_000)}`,
];

test("what is no AdmissionReview is refused as such", async () => {
  await guarded(deny, closed, async ({ post }) => {
    for (const body of noReviews) assert.equal((await post(body)).status, 400, body.slice(0, 80));
    assert.equal((await post(JSON.stringify(reviewOf(data)), "/")).status, 404);
  });
});

test("names that an attacker chose are shown without what cannot be seen, and are no command", async () => {
  const evil = { ...data, metadata: { ...data.metadata, name: "x\u001b[31m\n$(rm -rf)\u202e" } };
  await guarded([...deny, "--when-unknown=deny"], of(shop, evil, disk), async ({ deletion }) => {
    const { status, warnings } = await deletion(evil);
    const said = status?.message ?? warnings?.join() ?? "";
    // biome-ignore lint/suspicious/noControlCharactersInRegex: none of them may be answered
    assert.doesNotMatch(said, /[\u0000-\u001f\u202e]/);
  });
});

test("a message that is cut keeps the way past the guard, and the step that keeps the data", async () => {
  const long = "h".repeat(3000);
  const csi = { driver: "ebs.csi.aws.com", volumeHandle: `\u{1f4be}${long}` };
  const its = { ...disk, spec: { ...disk.spec, csi } } as never;
  for (const [flags, longest] of [
    [deny, 2000],
    [[], 1000],
  ] as const)
    await guarded(flags, of(shop, data, its), async ({ deletion }) => {
      const { status, warnings } = await deletion(data);
      const told = status?.message ?? warnings?.join() ?? "";
      assert.ok(told.length <= longest, `${told.length}`);
      assert.match(
        told,
        /^pvguard: deleting pvc\/data \(shop\) loses data: .*h… To keep the data, do this first: kubectl patch pv \S+ -p '\S+'\./u,
      );
      if (flags === deny) assert.ok(told.endsWith(`pvguard.dev/allow-delete=${data.metadata.uid}`), told);
    });
});

test("what was read is shared for a moment; nothing is refused by it, and nothing older is used", async () => {
  let policy: "Delete" | "Retain" = "Retain";
  let opened = 0;
  const open = () => {
    opened += 1;
    return memorySource(snapshotOf([shop, data, diskOf(policy)]));
  };
  await guarded([...deny, "--max-age=2s"], open, async ({ deletion, pass }) => {
    const before = opened;
    assert.equal((await deletion(data)).allowed, true);
    assert.equal((await deletion(data)).allowed, true);
    assert.equal(opened - before, 1, "the second is answered from what the first read");
    policy = "Delete";
    pass(2000);
    assert.equal((await deletion(data)).allowed, false, "what is older than that is read again");
    policy = "Retain";
    assert.equal((await deletion(data)).allowed, true, "what was read before the request refuses nothing");
    pass(2000);
    assert.equal((await deletion(data)).allowed, true);
    policy = "Delete";
    pass(-3_600_000);
    assert.equal((await deletion(data)).allowed, false, "nor is it used after the clock was set back");
  });
  opened = 0;
  await guarded([...deny, "--max-age=0s"], open, async ({ deletion }) => {
    const before = opened;
    await deletion(data);
    await deletion(data);
    assert.equal(opened - before, 2);
  });
});

test("the sources are closed", async () => {
  let open = 0;
  const counted = () => {
    open += 1;
    return { ...memorySource(snapshotOf([shop, data, disk])), close: () => (open -= 1) } as unknown as Source;
  };
  await guarded(deny, counted, async ({ deletion, pass }) => {
    await Promise.all(Array.from({ length: 20 }, () => deletion(data)));
    pass(60_000);
    await deletion(data);
  });
  await new Promise((settle) => setImmediate(settle));
  assert.equal(open, 1, "the one that runCommand is given");
});

test("more requests than are waited for are unknown, and the others are answered", async () => {
  const gates: (() => void)[] = [];
  const slow = (): Source => {
    const source = memorySource(snapshotOf([shop, data, disk]));
    return {
      ...source,
      select: async (query) => {
        await new Promise<void>((settle) => gates.push(settle));
        return await source.select(query);
      },
    };
  };
  await guarded(deny, slow, async ({ deletion }) => {
    const answers = Array.from({ length: 80 }, () => deletion(data));
    const opening = setInterval(() => {
      for (const gate of gates.splice(0)) gate();
    }, 1);
    const told = await Promise.all(answers);
    clearInterval(opening);
    const refused = told.filter(({ allowed }) => !allowed).length;
    assert.equal(refused, 64);
    assert.ok(told.some(({ warnings = [] }) => warnings.join().includes("too many requests at once")));
  });
});

test("who was told that it took too long is not judged afterwards", async () => {
  const gates: (() => void)[] = [];
  let judged = 0;
  const slow = (): Source => ({
    ...memorySource(snapshotOf([shop, data, disk])),
    select: async (query) => {
      judged += 1;
      await new Promise<void>((settle) => gates.push(settle));
      return await memorySource(snapshotOf([shop, data, disk])).select(query);
    },
  });
  let timeOut = () => {};
  const over = new Promise<void>((settle) => {
    timeOut = settle;
  });
  await guarded(
    [...deny, "--max-age=0s"],
    slow,
    async ({ deletion }) => {
      const answers = Array.from({ length: 20 }, () => deletion(data));
      await new Promise((settle) => setTimeout(settle, 50));
      timeOut();
      for (const { warnings } of await Promise.all(answers))
        assert.match(warnings?.join() ?? "", /it took too long/);
      for (const gate of gates.splice(0)) gate();
      await new Promise((settle) => setTimeout(settle, 50));
      assert.equal(judged, 8, "those that had their turn");
    },
    { pause: () => over },
  );
});

const wrong: readonly (readonly [readonly string[], RegExp])[] = [
  [[], /--tls-cert-file and --tls-private-key-file are needed/],
  [["--tls-cert-file=a"], /--tls-cert-file and --tls-private-key-file are needed/],
  [
    ["--tls-cert-file=a", "--tls-private-key-file=b", "--max-age=2h"],
    /--max-age must be a duration of at most 60s/,
  ],
  [["--tls-cert-file=a", "--tls-private-key-file=b", "--timeout=x"], /--timeout must be a duration/],
  [["--tls-cert-file=a", "--tls-private-key-file=b", "--timeout=0s"], /--timeout must be at least 1s/],
  [["--tls-cert-file=a", "--tls-private-key-file=b", "--exempt="], /--exempt needs the name of a user/],
  [["--tls-cert-file=a", "--tls-private-key-file=b", "-n", "shop"], /remove --namespace/],
  [["--tls-cert-file=a", "--tls-private-key-file=b", "--mode=on"], /--mode/],
  [["--tls-cert-file=a", "--tls-private-key-file=b", "--from=x"], /use before delete --from for files/],
];

for (const [flags, problem] of wrong) {
  test(`refused: guard-serve ${flags.join(" ")}`, async () => {
    const { code, err } = await runCommand(["guard-serve", ...flags], memorySource(snapshotOf([])));
    assert.equal(code, 2);
    assert.match(err, problem);
  });
}
