import assert from "node:assert/strict";
import { test } from "node:test";
import { apiGroupsAnswer } from "../../../src/evidence/index.ts";
import type { APIService } from "../../../src/kubernetes/index.ts";
import { metadataOf } from "../../support/objects.ts";
import { clusterOf, looked } from "../ask.ts";

const service = (name: string, available: "True" | "False"): APIService => ({
  apiVersion: "apiregistration.k8s.io/v1",
  kind: "APIService",
  metadata: metadataOf({}, name),
  status: { conditions: [{ type: "Available", status: available }] },
});

test("against: one that is not available", () => {
  const answer = apiGroupsAnswer(
    clusterOf([service("v1.apps", "True"), service("v1beta1.metrics", "False")]),
  );
  assert.deepEqual(
    looked(answer).silent.map(({ metadata }) => metadata.name),
    ["v1beta1.metrics"],
  );
});

test("nothing speaks against it where all are available", () => {
  const answer = apiGroupsAnswer(clusterOf([service("v1.apps", "True")]));
  assert.deepEqual(looked(answer).against, []);
});

test("unread: the APIServices", () => {
  assert.equal(apiGroupsAnswer(clusterOf([], "apiregistration.k8s.io/v1/apiservices")).is, "unread");
});
