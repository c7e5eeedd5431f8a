/** S2, S4, S7, S8: what may be removed when, against an oracle of its own, and with less and less to be seen. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { createAnalysis } from "../../src/analysis/index.ts";
import { permit, propose } from "../../src/changes/index.ts";
import { createCluster } from "../../src/cluster/index.ts";
import { knowledge } from "../../src/knowledge.ts";
import type { KubeObject, Resource } from "../../src/kubernetes/index.ts";
import { isTerminating, kinds, nameOf, refOf, seenRefOf } from "../../src/kubernetes/index.ts";
import type { Act } from "../../src/report/index.ts";
import { clusters } from "../support/arbitrary-cluster.ts";
import { inUse, leaks } from "../support/fix/oracle.ts";
import { node } from "../support/objects.ts";
import { runs } from "../support/runs.ts";
import { snapshotOf } from "../support/snapshot.ts";

const permissions = runs(40);
const proposals = runs(6, 1 / 10);

const unique = "kubernetes.io/csi/ebs.csi.aws.com^vol-1";
const reports = fc
  .subarray<KubeObject>([
    node({ name: "n1", volumesInUse: [unique] }),
    { ...node({ name: "n2" }), status: { volumesAttached: [{ name: unique, devicePath: "" }] } },
  ])
  .map((nodes): readonly KubeObject[] => nodes);

/** Every finalizer that could be asked for, of every object. */
function removals(objects: readonly KubeObject[]): readonly (readonly [KubeObject, string])[] {
  return objects.flatMap((object) =>
    (object.metadata.finalizers ?? []).map((finalizer) => [object, finalizer] as const),
  );
}

function permissionOf(
  object: KubeObject,
  finalizer: string,
  objects: readonly KubeObject[],
  hidden: readonly Resource[],
) {
  const act: Act = { do: "drop-finalizer", on: seenRefOf(object), finalizer };
  return permit(act, { cluster: createCluster(snapshotOf(objects, hidden)), knowledge });
}

/** These say nothing of who uses the object. */
const general = ["OwnerPassedOver", "OwnerRuns", "UnknownFinalizer", "DiskLeaks", "SnapshotLeaks"];

function distinct(objects: readonly KubeObject[]): readonly KubeObject[] {
  return [
    ...new Map(objects.map((object) => [JSON.stringify({ ...refOf(object), uid: "" }), object])).values(),
  ];
}

/** Without the namespace, pvguard cannot tell that a pod cannot be deleted with it; that it uses the claim is still told. */
function isToldOtherwise(name: string, seen: readonly string[], hidden: Resource): boolean {
  const ofPod = ["PodUsesClaim", "FinishedPodUsesClaim"];
  return (
    hidden === "v1/namespaces" &&
    ["UndeletablePodUsesClaim", "PodNotYetDeletedWithNamespace"].includes(name) &&
    ofPod.some((each) => seen.includes(each))
  );
}

const hiddenKind = fc.constantFrom(...kinds.map(({ resource }) => resource));

/** S7: what upstream would keep is not free to be removed. S8: and hiding a list takes no danger away. */
function judge(
  object: KubeObject,
  finalizer: string,
  objects: readonly KubeObject[],
  hidden: Resource,
): void {
  const whole = permissionOf(object, finalizer, objects, []);
  const what = `${finalizer} of ${JSON.stringify(nameOf(refOf(object)))}`;
  if (!isTerminating(object)) assert.equal(whole.state, "refused", `S2: ${what} lives`);
  const names = whole.state === "allowed" ? whole.accept.map(({ name }) => name) : [];
  if (whole.state === "allowed") {
    const ofUse = names.filter((name) => !general.includes(name));
    if (inUse(object, finalizer, objects))
      assert.notDeepEqual(ofUse, [], `S7: ${what} is in use: ${names.join()}`);
    if (leaks(object, finalizer))
      assert.ok(names.includes("DiskLeaks"), `S7: ${what} leaks: ${names.join()}`);
    assert.notDeepEqual(names, [], `S4: ${what} needs a name`);
  }
  const partial = permissionOf(object, finalizer, objects, [hidden]);
  if (partial.state === "refused") return;
  assert.equal(whole.state, "allowed", `S8: ${what} without ${hidden}: a refusal is overlooked`);
  const seen = partial.accept.map(({ name }) => name);
  const overlooked = names.filter((name) => !seen.includes(name) && !isToldOtherwise(name, seen, hidden));
  // An event says why a driver fails, and so under which name: without it the danger has another name, and is one.
  const ofUse = (all: readonly string[]) => all.filter((name) => !general.includes(name)).length;
  const isRenamed = hidden === "v1/events" && ofUse(seen) >= ofUse(names) && seen.length >= names.length;
  assert.deepEqual(isRenamed ? [] : overlooked, [], `S8: ${what} without ${hidden}: ${seen.join()}`);
}

test(`S7, S8: in ${permissions} generated clusters nothing that upstream would keep is free, and hiding a list frees nothing`, () => {
  fc.assert(
    fc.property(clusters, reports, hiddenKind, (some, more, hidden) => {
      const objects = distinct([...some, ...more]);
      for (const [object, finalizer] of removals(objects)) judge(object, finalizer, objects, hidden);
    }),
    { numRuns: permissions },
  );
});

test(`S8: in ${proposals} generated clusters a plan made with less to see knows every danger of the whole one`, () => {
  fc.assert(
    fc.property(clusters, reports, hiddenKind, fc.nat(), (some, more, hidden, pick) => {
      const objects = distinct([...some, ...more]);
      const wanted = removals(objects).filter(([object]) => isTerminating(object));
      const chosen = wanted[pick % Math.max(1, wanted.length)];
      if (chosen === undefined) return;
      const [object, finalizer] = chosen;
      for (const wish of [{ finalizer }, { remedy: "nudge" }, {}]) {
        const made = (without: readonly Resource[]) =>
          propose(object, wish, createAnalysis(createCluster(snapshotOf(objects, without)), knowledge));
        const partial = made([hidden]);
        if (partial.state !== "draft") continue;
        const whole = made([]);
        // What is proposed can be another remedy when more is seen; then the two are not comparable.
        if (
          whole.state === "draft" &&
          JSON.stringify(whole.draft.acts) !== JSON.stringify(partial.draft.acts)
        )
          continue;
        const what = `${JSON.stringify(wish)} on ${JSON.stringify(nameOf(refOf(object)))} without ${hidden}`;
        if (Object.keys(wish).length === 0 && whole.state !== "draft") continue;
        if (whole.state !== "draft") return assert.fail(`${what}: the whole view says ${whole.state}`);
        const names = partial.draft.accept.map(({ name }) => name);
        const overlooked = whole.draft.accept
          .filter(({ name }) => !names.includes(name) && !isToldOtherwise(name, names, hidden))
          .map(({ name }) => name);
        assert.deepEqual(overlooked, [], what);
      }
    }),
    { numRuns: proposals },
  );
});
