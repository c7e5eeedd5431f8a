import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { APIService, Lease, Namespace, Phrase } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { diagnosisOf, remediesOf, rootsOf, textOf } from "../support/diagnose.ts";
import {
  claim,
  claimRefTo,
  denyingPolicy,
  metadataOf,
  namespaceObject,
  pod,
  volume,
} from "../support/objects.ts";

const long = "2026-11-20T09:00:00Z";
const now = "2026-11-20T11:58:00Z";

type Conditions = NonNullable<NonNullable<Namespace["status"]>["conditions"]>;
const condition = (type: string, message: string): Conditions => [{ type, status: "True", message }];
const discovery = condition("NamespaceDeletionDiscoveryFailure", "metrics.k8s.io/v1beta1: unable to handle");
const doomed = (conditions: Conditions = [], deletionTimestamp = long) =>
  namespaceObject({ deletionTimestamp, conditions });

const plain = (phrase: Phrase = []) => flatten(phrase, (data) => data);

/** As kube-controller-manager 1.36.3 writes them. */
const ofWhatIsGone = [
  ...condition(
    "NamespaceContentRemaining",
    "Some resources are remaining: persistentvolumeclaims. has 1 resource instances, pods. has 1 resource instances",
  ),
  ...condition(
    "NamespaceFinalizersRemaining",
    "Some content in the namespace has finalizers remaining: kubernetes.io/pvc-protection in 1 resource instances",
  ),
];

function service(status: "True" | "False"): APIService {
  return {
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: metadataOf({}, "v1beta1.metrics.k8s.io"),
    spec: { service: { namespace: "kube-system", name: "metrics-server" } },
    status: { conditions: [{ type: "Available", status }] },
  };
}

test("an API group that is unavailable is no volume problem", () => {
  const diagnosis = diagnosisOf([doomed(discovery), service("False")]);
  assert.deepEqual(rootsOf(diagnosis), ["ApiGroupUnavailable blocked"]);
  assert.deepEqual(remediesOf(diagnosis), ["repair-api-service safe"]);
  assert.match(textOf(diagnosis.avoid), /finalize subresource/);
  assert.doesNotMatch(textOf(diagnosis.remedies.map(({ commands }) => commands)), /finalize|delete/);
});

test("discovery that fails without such a group, and groups that were not read", () => {
  assert.deepEqual(rootsOf(diagnosisOf([doomed(discovery), service("True")])), ["DiscoveryFails blocked"]);
  const hidden = diagnosisOf(
    [doomed(discovery), service("False")],
    ["apiregistration.k8s.io/v1/apiservices"],
  );
  assert.equal(hidden.verdict.category, "unknown");
});

test("refused deletions are quoted", () => {
  const refused = doomed(condition("NamespaceDeletionContentFailure", "webhook denied the request"));
  const diagnosis = diagnosisOf([refused]);
  assert.deepEqual(rootsOf(diagnosis), ["ContentDeletionFails blocked"]);
  assert.match(textOf(diagnosis.verdict), /webhook denied the request/);
});

describe("what outlives its deletion is not refused", () => {
  const stays = (gvr: string) => `unexpected items still remain in namespace: app for gvr: ${gvr}`;
  const failed = (what: string) =>
    doomed(
      condition(
        "NamespaceDeletionContentFailure",
        `Failed to delete all resource types, 1 remaining: ${what}`,
      ),
    );
  const last = pod({ deletionTimestamp: long, finalizers: ["example.com/x"], phase: "Failed" });

  test("pods are told of themselves; and nothing, once they are gone", () => {
    const pods = failed(stays("/v1, Resource=pods"));
    const { holds } = diagnosisOf([pods, last]);
    assert.deepEqual(
      holds.map(({ reason }) => reason).filter((reason) => reason === "ContentDeletionFails"),
      [],
    );
    assert.equal(holds[0]?.reason, "PodInNamespace");
    assert.deepEqual(rootsOf(diagnosisOf([pods])), ["NamespaceControllerNotActing stuck"]);
    const two = failed(
      `[${stays("/v1, Resource=persistentvolumeclaims")}, ${stays("snapshot.storage.k8s.io/v1, Resource=volumesnapshots")}]`,
    );
    assert.deepEqual(rootsOf(diagnosisOf([two])), ["NamespaceControllerNotActing stuck"]);
  });

  test("what else stays, or is refused beside it, is told", () => {
    const widgets = failed(stays("example.com/v1, Resource=widgets"));
    assert.deepEqual(rootsOf(diagnosisOf([widgets])), ["ContentDeletionFails blocked"]);
    const both = failed(`[${stays("/v1, Resource=pods")}, admission webhook "x" denied the request]`);
    assert.deepEqual(rootsOf(diagnosisOf([both])), ["RefuserGone waiting"]);
    const webhooks = "admissionregistration.k8s.io/v1/validatingwebhookconfigurations";
    assert.deepEqual(rootsOf(diagnosisOf([both], [webhooks])), [
      "DeletionRefused blocked",
      "CouldNotRead unknown",
    ]);
  });
});

describe("what is refused", () => {
  const refused = doomed(
    condition(
      "NamespaceDeletionContentFailure",
      "Failed to delete all resource types, 1 remaining: pods \"Unknown\" is forbidden: ValidatingAdmissionPolicy 'keep' with binding 'keep-here' denied request: never",
    ),
  );
  const keep = denyingPolicy("keep");
  const runs = pod({ claims: [claim().metadata.name] });
  const going = claim({ deletionTimestamp: long, finalizers: ["kubernetes.io/pvc-protection"] });

  test("the namespace controller is not said to delete it, until who refuses lets it", () => {
    for (const data of [going, claim()]) {
      const { next, roots, holds } = diagnosisOf([refused, runs, data, ...keep]);
      assert.deepEqual(
        next.filter(({ when }) => plain(when) === "now"),
        [],
      );
      // Each live object says who refuses it, and the namespace does not say it once more.
      const live = data === going ? ["pod"] : ["pod", "persistentvolumeclaim"];
      const told = roots.filter(({ message }) => /denied it/.test(plain(message)));
      assert.equal(told.length, live.length);
      const [policy] = told;
      assert.deepEqual(policy?.holder, {
        object: {
          apiVersion: "admissionregistration.k8s.io/v1",
          kind: "ValidatingAdmissionPolicy",
          name: "keep",
        },
      });
      assert.match(plain(policy?.message), /keep denied it: never/);
      assert.deepEqual(
        holds.filter(({ reason }) => reason === "NamespaceControllerNotActing"),
        [],
      );
    }
    const { next } = diagnosisOf([refused, runs, claim(), ...keep]);
    assert.match(plain(next[0]?.when), /when validatingadmissionpolicy\/keep no longer exists/);
    assert.match(plain(next[0]?.action), /deletes pod\//);
  });

  test("its claim says who keeps the pod, and not to delete that", () => {
    const diagnosis = diagnosisOf([going, runs, refused, ...keep]);
    assert.deepEqual(rootsOf(diagnosis), ["UndeletableInNamespace blocked"]);
    const reasons = diagnosis.holds.map(({ reason }) => reason);
    assert.deepEqual(reasons, ["UndeletablePodUsesClaim", "UndeletableInNamespace"]);
    assert.match(plain(diagnosis.verdict.summary), /ValidatingAdmissionPolicy keep denied it: never/);
    assert.deepEqual(
      remediesOf(diagnosis).filter((each) => each.startsWith("delete-pod")),
      [],
    );
    const bound = claim({
      volumeName: volume().metadata.name,
      phase: "Bound",
      annotations: { "pv.kubernetes.io/bind-completed": "yes" },
    });
    const disk = volume({ phase: "Bound", claimRef: claimRefTo(bound) });
    const live = diagnosisOf([bound, disk, runs, refused, ...keep]);
    assert.match(plain(live.verdict.summary), /could not be deleted with .* keep denied it: never/);
    assert.deepEqual(rootsOf(diagnosisOf([going, runs, doomed()])), ["PodUsesClaim blocked"]);
  });
});

describe("what is left in it", () => {
  const left = claim();
  const going = claim({ name: "going", deletionTimestamp: long, finalizers: ["example.com/x"] });
  const last = pod({ deletionTimestamp: long, finalizers: ["example.com/x"], phase: "Failed" });

  test("pods come first: while one is left, live claims hold nothing up", () => {
    const { holds } = diagnosisOf([doomed(), last, left, going]);
    const own = holds.filter(({ by }) => "wait" in by && by.wait === "namespace-content");
    assert.deepEqual(own.map(({ reason }) => reason).sort(), ["PodInNamespace", "StorageObjectInNamespace"]);
  });

  test("then claims; the namespace controller has to come to them", () => {
    assert.deepEqual(rootsOf(diagnosisOf([doomed(), left])), ["NamespaceControllerNotActing stuck"]);
    const young = diagnosisOf([doomed([], now), left]);
    assert.equal(young.holds[0]?.reason, "StorageObjectInNamespace");
    assert.equal(young.holds[0]?.category, "waiting");
  });

  test("objects of another namespace are not in it", () => {
    const foreign = claim({ namespace: "bank" });
    assert.deepEqual(rootsOf(diagnosisOf([doomed([], now), foreign])), ["NamespaceAboutToGo waiting"]);
  });

  test("pods or claims that were not read are not none", () => {
    for (const hidden of ["v1/pods", "v1/persistentvolumeclaims"] as const) {
      assert.equal(diagnosisOf([doomed(), left], [hidden]).verdict.category, "unknown", hidden);
    }
  });
});

describe("nothing left of the kinds that are read", () => {
  const rows: readonly (readonly [string, Namespace, string])[] = [
    [
      "a condition names the rest",
      doomed(condition("NamespaceContentRemaining", "widgets.example.com has 1 resource instances")),
      "OtherContentInNamespace blocked",
    ],
    [
      "a condition names claims, which are gone, and the rest",
      doomed(
        condition(
          "NamespaceContentRemaining",
          "Some resources are remaining: persistentvolumeclaims. has 1 resource instances, widgets.example.com has 1 resource instances",
        ),
      ),
      "OtherContentInNamespace blocked",
    ],
    [
      "conditions name claims and pods alone, which are gone",
      doomed(ofWhatIsGone, now),
      "NamespaceAboutToGo waiting",
    ],
    ["so they did long ago", doomed(ofWhatIsGone), "NamespaceControllerNotActing stuck"],
    [
      "a finalizer in its spec",
      { ...doomed(), spec: { finalizers: ["kubernetes", "example.com/quota"] } },
      "NamespaceFinalizerLeft blocked",
    ],
    ["a moment ago", doomed([], now), "NamespaceAboutToGo waiting"],
    ["long ago", doomed(), "NamespaceControllerNotActing stuck"],
  ];
  for (const [name, namespace, root] of rows) {
    test(name, () => assert.deepEqual(rootsOf(diagnosisOf([namespace])), [root]));
  }

  test("a live namespace is fine", () => assert.deepEqual(rootsOf(diagnosisOf([namespaceObject()])), []));
});

describe("the last pod was deleted since the namespace controller last came", () => {
  const seen = condition(
    "NamespaceContentRemaining",
    "Some resources are remaining: persistentvolumeclaims. has 1 resource instances, pods. has 1 resource instances",
  );
  const leader = (renewTime: string): Lease => ({
    apiVersion: "coordination.k8s.io/v1",
    kind: "Lease",
    metadata: metadataOf({}, "kube-controller-manager", "kube-system"),
    spec: { holderIdentity: "cp-1", leaseDurationSeconds: 15, renewTime },
  });
  const live = claim({ namespace: "shop", phase: "Bound" });

  test("it will come: it pauses for up to a minute", () => {
    const running = leader("2026-11-20T11:59:58Z");
    assert.deepEqual(rootsOf(diagnosisOf([doomed(seen), live, running])), [
      "StorageObjectInNamespace waiting",
    ]);
    assert.deepEqual(rootsOf(diagnosisOf([doomed(seen), running])), ["NamespaceAboutToGo waiting"]);
  });

  test("where it deletes pods first, its condition still says that all was removed", () => {
    const removed: Conditions = [
      { type: "NamespaceContentRemaining", status: "False", message: "All content successfully removed" },
    ];
    const running = leader("2026-11-20T11:59:58Z");
    assert.deepEqual(rootsOf(diagnosisOf([doomed(removed), live, running])), [
      "StorageObjectInNamespace waiting",
    ]);
    assert.deepEqual(rootsOf(diagnosisOf([doomed(removed), live])), ["NamespaceControllerNotActing stuck"]);
  });

  test("it does not act where its leader does not renew its lease, or where that was not read", () => {
    const gone = leader("2026-11-20T10:00:00Z");
    assert.deepEqual(rootsOf(diagnosisOf([doomed(seen), live, gone])), [
      "NamespaceControllerNotActing stuck",
    ]);
    assert.deepEqual(
      rootsOf(
        diagnosisOf([doomed(seen), live, leader("2026-11-20T11:59:58Z")], ["coordination.k8s.io/v1/leases"]),
      ),
      ["NamespaceControllerNotActing stuck"],
    );
  });
});
