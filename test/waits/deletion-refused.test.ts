import assert from "node:assert/strict";
import { describe, test } from "node:test";
import type { KubeObject, Phrase, Resource } from "../../src/kubernetes/index.ts";
import { flatten } from "../../src/kubernetes/index.ts";
import { diagnosisOf } from "../support/diagnose.ts";
import { denyingPolicy, namespaceObject, node, pod } from "../support/objects.ts";
import { data, disk } from "./protected-pair.ts";

const group = "admissionregistration.k8s.io/v1";
const web = pod({ claims: ["data"] });

function failed(...errors: readonly string[]) {
  const message = `Failed to delete all resource types, ${errors.length} remaining: ${errors.join(", ")}`;
  return namespaceObject({
    deletionTimestamp: "2026-11-20T11:00:00Z",
    conditions: [{ type: "NamespaceDeletionContentFailure", status: "True", message }],
  });
}

const byPolicy = (what: string, name: string) =>
  `${what} "Unknown" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: kept`;
const denied = 'admission webhook "keep.example.com" denied the request: never';
const down =
  'Internal error occurred: failed calling webhook "keep.example.com": failed to call webhook: Post "https://x": dial tcp: connection refused';
const policyKind = `${group}/validatingadmissionpolicies` as const;

const policies = failed(byPolicy("persistentvolumeclaims", "keep-claims"), byPolicy("pods", "keep-pods"));

function configuration(name: string, ...webhooks: readonly string[]): KubeObject {
  const rules = [{ operations: ["DELETE"], apiGroups: [""], apiVersions: ["v1"], resources: ["*"] }];
  return {
    apiVersion: group,
    kind: "ValidatingWebhookConfiguration",
    metadata: { name, uid: `${name}-uid` },
    webhooks: webhooks.map((each) => ({ name: each, rules })),
  };
}

const kept = ["keep-claims", "keep-pods"].flatMap(denyingPolicy);

const plain = (phrase: Phrase = []) => flatten(phrase, (part) => part);

function told(first: KubeObject, others: readonly KubeObject[], hidden: readonly Resource[] = []) {
  const { verdict, roots, fate, next } = diagnosisOf([first, node(), ...others], hidden);
  const holders = roots.map(({ holder }) =>
    "object" in holder ? holder.object.name : "controller" in holder ? holder.controller : "?",
  );
  return {
    verdict: `${verdict.category} ${verdict.reason} ${fate?.data}`,
    summary: plain(verdict.summary),
    holders,
    first: next[0] === undefined ? "" : `${plain(next[0].when)}: ${plain(next[0].action)}`,
  };
}

describe("a live claim that could not be deleted with its namespace", () => {
  test("is kept by the policy that refuses claims, and its volume with it", () => {
    const ofClaim = told(data, [disk, web, policies, ...kept]);
    assert.equal(ofClaim.verdict, "blocked UndeletableInNamespace destroyed");
    assert.match(
      ofClaim.summary,
      /could not be deleted with .*ValidatingAdmissionPolicy keep-claims denied it/,
    );
    assert.doesNotMatch(ofClaim.summary, /keep-pods/);
    assert.deepEqual(ofClaim.holders, ["keep-claims"]);
    assert.match(
      ofClaim.first,
      /^when validatingadmissionpolicy\/keep-claims no longer exists: deletes pvc\/data/,
    );
    const ofVolume = told(disk, [data, web, policies, ...kept]);
    assert.equal(ofVolume.verdict, "blocked UndeletableInNamespace destroyed");
    assert.deepEqual(ofVolume.holders, ["keep-claims"]);
  });

  test("by the configuration of the webhook that denied it, or could not be asked", () => {
    for (const error of [denied, down]) {
      const keeps = configuration("keep", "other.example.com", "keep.example.com");
      const { verdict, holders } = told(data, [disk, failed(error), keeps]);
      assert.equal(verdict, "blocked UndeletableInNamespace destroyed");
      assert.deepEqual(holders, ["keep"]);
    }
  });

  test("a webhook whose configuration is not known by its name alone names none", () => {
    const two = [configuration("keep", "keep.example.com"), configuration("twin", "keep.example.com")];
    const unnamed = told(data, [disk, failed(denied), ...two]);
    assert.deepEqual(unnamed.holders, ["namespace-controller"]);
    assert.equal(unnamed.verdict, "blocked UndeletableInNamespace destroyed");
    const hidden = told(
      data,
      [disk, failed(denied), configuration("keep", "keep.example.com")],
      [`${group}/mutatingwebhookconfigurations`],
    );
    assert.deepEqual(hidden.holders, ["namespace-controller", "?"]);
    assert.equal(hidden.verdict, "blocked UndeletableInNamespace destroyed");
  });

  test("a webhook that was removed, or is not asked before a deletion now, refuses nothing", () => {
    for (const others of [[], [configuration("keep", "other.example.com")]]) {
      const { verdict, holders, summary } = told(data, [disk, failed(denied), ...others]);
      assert.equal(verdict, "waiting RefuserGone destroyed");
      assert.deepEqual(holders, ["namespace-controller"]);
      assert.match(
        summary,
        /no webhook configuration asks keep\.example\.com before a DELETE request like this now/,
      );
    }
  });

  test("a policy that was deleted refuses nothing; one that was not read may", () => {
    const over = told(data, [disk, web, policies]);
    assert.equal(over.verdict, "waiting RefuserGone destroyed");
    assert.match(over.summary, /no binding of the ValidatingAdmissionPolicy keep-claims denies/);
    const unread = told(data, [disk, web, policies], [policyKind]);
    assert.equal(unread.verdict, "blocked UndeletableInNamespace destroyed");
    assert.deepEqual(unread.holders, ["?", "keep-claims"]);
  });

  test("where nothing refuses it now, what its pods wait for counts: they may not be unread", () => {
    assert.equal(told(data, [disk, failed(denied)], ["v1/pods"]).verdict, "unknown CouldNotRead destroyed");
  });

  test("where nothing was refused, it goes with the namespace", () => {
    const stays = failed("unexpected items still remain in namespace: app for gvr: /v1, Resource=pods");
    assert.equal(told(data, [disk, web, stays]).verdict, "waiting NamespaceDeletesClaim destroyed");
  });
});

test("a live pod that could not be deleted with its namespace is not said to go", () => {
  const { verdict, holders, summary } = told(web, [data, disk, policies, ...kept]);
  assert.match(verdict, /^blocked UndeletableInNamespace/);
  assert.deepEqual(holders, ["keep-pods"]);
  assert.match(summary, /^pod\/\S+ \(\S+\) could not be deleted with namespace\/\S+: the Valid/);
  assert.match(told(web, [data, disk, namespaceObject()]).verdict, /^healthy/);
});

test("the namespace is kept by the configuration of the webhook, too", () => {
  const keeps = configuration("keep", "keep.example.com");
  const { verdict, holders } = told(failed(denied), [web, data, disk, keeps]);
  assert.match(verdict, /^blocked .* destroyed$/);
  assert.deepEqual([...new Set(holders)], ["keep"]);
});
