import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { refusedIn } from "../../../src/controllers/index.ts";
import { deletionRefused } from "../../../src/evidence/index.ts";
import { flatten } from "../../../src/kubernetes/index.ts";
import { namespaceObject } from "../../support/objects.ts";

const failed = (...errors: readonly string[]) =>
  namespaceObject({
    deletionTimestamp: "2026-11-20T09:00:00Z",
    conditions: [
      {
        type: "NamespaceDeletionContentFailure",
        status: "True",
        message: `Failed to delete all resource types, ${errors.length} remaining: ${errors.join(", ")}`,
      },
    ],
  });
const told = (...errors: readonly string[]) =>
  deletionRefused(failed(...errors)).refusals.map(({ message }) => flatten(message, (data) => data));

describe("who refuses that a namespace is emptied", () => {
  test("policies, as kube-controller-manager 1.36.3 writes them", () => {
    const by = (what: string, name: string, why: string) =>
      `${what} "Unknown" is forbidden: ValidatingAdmissionPolicy '${name}' with binding '${name}' denied request: ${why}`;
    const claims = by("persistentvolumeclaims", "keep-claims.example.com", "kept, as agreed");
    const pods = by("pods", "keep-pods.example.com", "pods of this team are kept");
    assert.deepEqual(told(claims, pods), [
      "the ValidatingAdmissionPolicy keep-claims.example.com denied it: kept, as agreed",
      "the ValidatingAdmissionPolicy keep-pods.example.com denied it: pods of this team are kept",
    ]);
    assert.equal(told(pods, pods).length, 1);
  });

  test("a policy that is at fault itself is told without its binding", () => {
    const broken =
      "pods \"Unknown\" is forbidden: ValidatingAdmissionPolicy 'keep' denied request: failed to configure policy: x";
    assert.deepEqual(told(broken), [
      "the ValidatingAdmissionPolicy keep denied it: failed to configure policy: x",
    ]);
  });

  test("webhooks that deny it, or do not answer", () => {
    assert.deepEqual(
      told(
        'admission webhook "keep.example.com" denied the request: never',
        'Internal error occurred: failed calling webhook "dead.example.com": failed to call webhook: Post "https://x": dial tcp: connection refused',
      ),
      [
        "the admission webhook keep.example.com denied it",
        "the API server could not call the admission webhook dead.example.com when the namespace controller last reported",
      ],
    );
  });

  test("a right that is missing has no name; what only stays was not refused", () => {
    const forbidden = 'pods is forbidden: User "x" cannot deletecollection resource "pods"';
    assert.deepEqual(told(forbidden), []);
    assert.match(refusedIn(failed(forbidden)) ?? "", /cannot deletecollection/);
    const stays = "unexpected items still remain in namespace: app for gvr: /v1, Resource=pods";
    assert.equal(refusedIn(failed(stays)), undefined);
    assert.equal(refusedIn(failed(`[${stays}, ${stays}]`)), undefined);
    assert.equal(refusedIn(namespaceObject()), undefined);
  });
});
