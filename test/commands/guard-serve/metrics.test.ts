/** What `guard-serve` says to Prometheus of its answers. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Source } from "../../../src/commands/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { parsePrometheus } from "../../support/formats/prometheus.ts";
import { claim, claimRefTo, ebs, namespaceObject, volume } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";
import { memorySource } from "../support/memory-source.ts";
import type { Asking } from "./guarded.ts";
import { guarded } from "./guarded.ts";

const data = claim({ phase: "Bound", volumeName: "pv-data", finalizers: ["kubernetes.io/pvc-protection"] });
const disk = volume({
  finalizers: ["kubernetes.io/pv-protection", "external-provisioner.volume.kubernetes.io/finalizer"],
  annotations: { "pv.kubernetes.io/provisioned-by": "ebs.csi.aws.com" },
  policy: "Delete",
  spec: ebs,
  phase: "Bound",
  claimRef: claimRefTo(data),
});
const cluster = [namespaceObject({ name: "shop" }), data, disk];
const of =
  (...objects: readonly KubeObject[]) =>
  () =>
    memorySource(snapshotOf(objects), "default");
const openMetrics = "application/openmetrics-text";

/** The value of one sample, as it is written. */
async function samples({ get }: Asking): Promise<(name: string) => string | undefined> {
  const { text } = await get("/metrics");
  const lines = text.split("\n").map((line) => line.split(" "));
  return (name) => lines.find(([first]) => first === name)?.[1];
}

const answers = (answer: string, judgement: string) =>
  `pvguard_guard_answers_total{answer="${answer}",judgement="${judgement}"}`;

test("answers are counted by what was said and why, from zero on", async () => {
  const kept = { ...disk, spec: { ...disk.spec, persistentVolumeReclaimPolicy: "Retain" } } as KubeObject;
  await guarded(["--mode=deny"], of(...cluster), async (asking) => {
    const before = await samples(asking);
    for (const judgement of ["loss", "unknown", "late"])
      for (const answer of ["warned", "refused"]) assert.equal(before(answers(answer, judgement)), "0");
    await asking.deletion(data);
    await asking.deletion(data, { userInfo: { username: "system:kube-controller-manager" } });
    await asking.post("no review");
    const after = await samples(asking);
    assert.equal(after(answers("refused", "loss")), "1");
    assert.equal(after(answers("passed", "passed")), "1");
    assert.equal(after("pvguard_guard_answer_seconds_count"), "2");
    assert.equal(after("pvguard_guard_read_age_seconds_count"), "1", "nothing was read for a controller");
  });
  await guarded([], of(...cluster), async (asking) => {
    await asking.deletion(data);
    assert.equal((await samples(asking))(answers("warned", "loss")), "1");
  });
  await guarded([], of(...cluster.slice(0, 2), kept), async (asking) => {
    await asking.deletion(data);
    assert.equal((await samples(asking))(answers("passed", "passed")), "1");
  });
});

test("what is unknown is counted apart from what took too long", async () => {
  const broken = (): Source => ({
    ...memorySource(snapshotOf(cluster)),
    select: async () => {
      throw new Error("unreachable");
    },
  });
  await guarded(["--mode=deny", "--when-unknown=deny"], broken, async (asking) => {
    await asking.deletion(data);
    assert.equal((await samples(asking))(answers("refused", "unknown")), "1");
  });
  const never = (): Source => ({ ...memorySource(snapshotOf(cluster)), select: () => new Promise(() => {}) });
  const more = { pause: async () => {} };
  await guarded(
    ["--mode=deny"],
    never,
    async (asking) => {
      await asking.deletion(data);
      const said = await samples(asking);
      assert.equal(said(answers("warned", "late")), "1");
      assert.equal(said("pvguard_guard_judging"), "1", "it is still at it");
      assert.equal(said("pvguard_guard_waiting"), "0");
    },
    more,
  );
});

test("the age is that of what was read for an answer, and its seconds are those of the clock", async () => {
  const kept = { ...disk, spec: { ...disk.spec, persistentVolumeReclaimPolicy: "Retain" } } as KubeObject;
  await guarded(["--max-age=2s"], of(...cluster.slice(0, 2), kept), async (asking) => {
    await asking.deletion(data);
    asking.pass(1500);
    await asking.deletion(data);
    const said = await samples(asking);
    assert.equal(said("pvguard_guard_read_age_seconds_sum"), "1.5");
    assert.equal(said('pvguard_guard_read_age_seconds_bucket{le="1.0"}'), "1");
    assert.equal(said('pvguard_guard_read_age_seconds_bucket{le="2.0"}'), "2");
    assert.equal(said('pvguard_guard_read_age_seconds_bucket{le="+Inf"}'), "2");
    assert.equal(said("pvguard_guard_answer_seconds_sum"), "0");
    asking.pass(-60_000);
    await asking.deletion(data);
    assert.equal((await samples(asking))("pvguard_guard_read_age_seconds_sum"), "1.5");
  });
});

test("both forms follow their grammar, and only GET is answered", async () => {
  await guarded([], of(...cluster), async ({ deletion, get, post }) => {
    await deletion(data);
    const plain = await get("/metrics");
    assert.match(plain.headers["Content-Type"] ?? "", /^text\/plain; version=0\.0\.4/);
    const types = new Map(parsePrometheus(plain.text).map(({ name, type }) => [name, type]));
    assert.equal(types.get("pvguard_guard_answers_total"), "counter");
    assert.equal(types.get("pvguard_guard_answer_seconds"), "histogram");
    const open = await get("/metrics", openMetrics);
    assert.match(open.headers["Content-Type"] ?? "", /^application\/openmetrics-text; version=1\.0\.0/);
    assert.match(open.text, /^# TYPE pvguard_guard_answers counter$/m);
    assert.ok(open.text.endsWith("\n# EOF\n"));
    assert.equal((await post("{}", "/metrics")).status, 405);
    assert.equal((await get("/validate")).status, 405);
    assert.equal((await get("/")).status, 404);
  });
});
