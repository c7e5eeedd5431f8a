import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createCluster } from "../../../src/cluster/index.ts";
import type { AdmittedRequest } from "../../../src/controllers/index.ts";
import type { RefusalText } from "../../../src/evidence/index.ts";
import { deletionRequest, refuserOf } from "../../../src/evidence/index.ts";
import type {
  KubeObject,
  Resource,
  ValidatingAdmissionPolicyBinding,
  ValidatingWebhookConfiguration,
} from "../../../src/kubernetes/index.ts";
import { metadataOf, namespaceObject, pod } from "../../support/objects.ts";
import { snapshotOf } from "../../support/snapshot.ts";

const group = "admissionregistration.k8s.io/v1";
const web = { ...pod({}), metadata: { ...pod({}).metadata, labels: { tier: "web" } } };
const { namespace = "" } = web.metadata;
const deletion = deletionRequest(web);
const home: KubeObject = {
  ...namespaceObject(),
  metadata: { name: namespace, uid: "ns", labels: { team: "shop" } },
};

type Webhook = NonNullable<ValidatingWebhookConfiguration["webhooks"]>[number];
const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["DELETE"], resources: ["pods"] };

function keep(webhook: Partial<Webhook> = {}): KubeObject {
  return {
    apiVersion: group,
    kind: "ValidatingWebhookConfiguration",
    metadata: metadataOf({}, "keep"),
    webhooks: [{ name: "keep.example.com", rules: [rule], ...webhook }],
  };
}

type Binding = NonNullable<ValidatingAdmissionPolicyBinding["spec"]>;

function policy(matchConstraints: Binding["matchResources"], binding: Partial<Binding> = {}) {
  const made: readonly KubeObject[] = [
    {
      apiVersion: group,
      kind: "ValidatingAdmissionPolicy",
      metadata: metadataOf({}, "keep"),
      spec: { matchConstraints },
    },
    {
      apiVersion: group,
      kind: "ValidatingAdmissionPolicyBinding",
      metadata: metadataOf({}, "keep-binding"),
      spec: { policyName: "keep", validationActions: ["Deny"], ...binding },
    },
  ];
  return made;
}

type Quoted = Pick<RefusalText, "by" | "how">;
const denied: Quoted = { by: { webhook: "keep.example.com" }, how: "denied" };
const unreachable: Quoted = { ...denied, how: "unreachable" };
const byPolicy: Quoted = { by: { policy: "keep" }, how: "denied" };

function asked(
  quoted: Quoted,
  objects: readonly KubeObject[],
  request: AdmittedRequest = deletion,
  hidden: readonly Resource[] = [],
): string {
  const { over, unread } = refuserOf(quoted, request, createCluster(snapshotOf([home, ...objects], hidden)));
  return unread === undefined ? (over === undefined ? "stands" : "over") : unread.resource;
}

const team = (operator: string, value: string) => ({
  matchExpressions: [{ key: "team", operator, values: [value] }],
});

describe("does the webhook that refused a request still cover it?", () => {
  const rows: readonly (readonly [string, Partial<Webhook>, string])[] = [
    ["as it was", {}, "stands"],
    ["of another operation", { rules: [{ ...rule, operations: ["CREATE"] }] }, "over"],
    ["of another resource", { rules: [{ ...rule, resources: ["services"] }] }, "over"],
    ["of a subresource", { rules: [{ ...rule, resources: ["pods/status"] }] }, "over"],
    [
      "of all subresources, which means the pod too",
      { rules: [{ ...rule, resources: ["pods/*"] }] },
      "stands",
    ],
    ["of objects of the cluster", { rules: [{ ...rule, scope: "Cluster" }] }, "over"],
    ["of what is in a namespace", { rules: [{ ...rule, scope: "Namespaced" }] }, "stands"],
    ["that skips the namespace", { namespaceSelector: team("NotIn", "shop") }, "over"],
    ["that chooses the namespace", { namespaceSelector: team("In", "shop") }, "stands"],
    ["that skips the object", { objectSelector: { matchLabels: { tier: "db" } } }, "over"],
    ["that chooses the object", { objectSelector: { matchLabels: { tier: "web" } } }, "stands"],
    ["that may fail, and denied", { failurePolicy: "Ignore" }, "stands"],
    ["of another name", { name: "other.example.com" }, "over"],
  ];
  for (const [name, webhook, expected] of rows)
    test(`one ${name}: ${expected}`, () => assert.equal(asked(denied, [keep(webhook)]), expected));

  test("one that may fail refuses nothing by not answering", () => {
    assert.equal(asked(unreachable, [keep({ failurePolicy: "Ignore" })]), "over");
    assert.equal(asked(unreachable, [keep()]), "stands");
  });

  test("match conditions are not evaluated: that it refuses now is possible, and not proven", () => {
    const undecided = (webhook: Partial<Webhook>) =>
      refuserOf(denied, deletion, createCluster(snapshotOf([home, keep(webhook)]))).undecided;
    assert.equal(undecided({}), undefined);
    assert.notEqual(undecided({ matchConditions: [{ name: "only-claims" }] }), undefined);
    const policies = createCluster(snapshotOf([home, ...policy({ resourceRules: [rule] })]));
    assert.notEqual(refuserOf(byPolicy, deletion, policies).undecided, undefined);
  });

  test("what is unknown of the request can be anything", () => {
    const chosen = keep({ objectSelector: { matchLabels: { tier: "db" } } });
    assert.equal(asked(denied, [chosen], { operation: "DELETE", namespace }), "stands");
    assert.equal(asked(denied, [chosen], {}), "stands");
    assert.equal(asked(denied, [], {}), "over");
  });

  test("the namespace is read only for a selector that looks at it", () => {
    const hidden = ["v1/namespaces"] as const;
    assert.equal(asked(denied, [keep({ namespaceSelector: {} })], deletion, hidden), "stands");
    assert.equal(
      asked(denied, [keep({ namespaceSelector: team("In", "shop") })], deletion, hidden),
      "v1/namespaces",
    );
    const unread = `${group}/mutatingwebhookconfigurations` as const;
    assert.equal(asked(denied, [keep()], deletion, [unread]), unread);
  });

  test("a rule for an older version of a kind of many versions matches, unless it must match exactly", () => {
    const snapshots = {
      ...rule,
      apiGroups: ["snapshot.storage.k8s.io"],
      apiVersions: ["v1beta1"],
      resources: ["*"],
    };
    const request = { operation: "DELETE", resource: "snapshot.storage.k8s.io/v1/volumesnapshots" } as const;
    assert.equal(asked(denied, [keep({ rules: [snapshots] })], request), "stands");
    assert.equal(asked(denied, [keep({ rules: [snapshots], matchPolicy: "Exact" })], request), "over");
  });
});

describe("does the policy that refused a request still cover it?", () => {
  const all = { resourceRules: [rule] };
  const rows: readonly (readonly [string, readonly KubeObject[], string])[] = [
    ["as it was", policy(all), "stands"],
    ["that was deleted", policy(all).slice(1), "over"],
    ["whose binding was deleted", policy(all).slice(0, 1), "over"],
    ["that is only audited now", policy(all, { validationActions: ["Audit"] }), "over"],
    ["whose binding is of another policy", policy(all, { policyName: "other" }), "over"],
    ["of another resource", policy({ resourceRules: [{ ...rule, resources: ["services"] }] }), "over"],
    [
      "whose binding skips the namespace",
      policy(all, { matchResources: { namespaceSelector: team("NotIn", "shop") } }),
      "over",
    ],
    ["whose binding is for the resource", policy(all, { matchResources: all }), "stands"],
  ];
  for (const [name, objects, expected] of rows)
    test(`one ${name}: ${expected}`, () => assert.equal(asked(byPolicy, objects), expected));

  test("one that was not read may", () => {
    for (const kind of ["validatingadmissionpolicies", "validatingadmissionpolicybindings"] as const) {
      const hidden = `${group}/${kind}` as const;
      assert.equal(asked(byPolicy, policy(all), deletion, [hidden]), hidden);
    }
  });
});
