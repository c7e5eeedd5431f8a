import assert from "node:assert/strict";
import test from "node:test";
import fc from "fast-check";
import { controllers } from "../../../src/controllers/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { kindNamed, kinds } from "../../../src/kubernetes/index.ts";
import { clusters } from "../../support/arbitrary-cluster.ts";
import { runs } from "../../support/runs.ts";
import { clusterOf } from "./decide.ts";

test("every controller names a repository, a path and a version", () => {
  for (const { name, on, sources } of controllers) {
    for (const source of sources) {
      assert.match(source, /^[\w-]+\/[\w-]+ [\w./-]+ .*(v\d+|1\.\d+)/, `${name} on ${on}`);
    }
  }
});

function modelsFor(object: KubeObject) {
  const resource = kindNamed(object.apiVersion, object.kind)?.resource;
  return controllers.filter(({ on }) => on === resource);
}

const hidden = fc.constantFrom(...kinds.map(({ resource }) => resource));

test("a controller that cannot read decides the same, or that it does not know", () => {
  fc.assert(
    fc.property(clusters, hidden, (objects, resource) => {
      const whole = clusterOf(objects);
      const partial = clusterOf(objects, [resource]);
      for (const object of objects) {
        for (const model of modelsFor(object)) {
          const blind = model.decide(object, partial);
          if (blind.decides === "unknown") continue;
          const about = `${model.name} about ${object.kind} ${object.metadata.name} without ${resource}`;
          assert.deepEqual(blind, model.decide(object, whole), about);
        }
      }
    }),
    { numRuns: runs(40) },
  );
});

test("nobody adds a finalizer to a deleted object, or removes one that is not there", () => {
  fc.assert(
    fc.property(clusters, (objects) => {
      const cluster = clusterOf(objects);
      for (const object of objects) {
        for (const model of modelsFor(object)) {
          const decision = model.decide(object, cluster);
          if (decision.decides !== "act") continue;
          for (const action of decision.actions) {
            const found = cluster.resolve(action.object);
            if (found?.state !== "found") continue;
            const { metadata } = found.object;
            if (action.do === "add-finalizer") {
              assert.equal(metadata.deletionTimestamp, undefined, model.name);
              assert.equal(metadata.finalizers?.includes(action.finalizer) ?? false, false, model.name);
            }
            if (action.do === "remove-finalizer") {
              assert.equal(metadata.finalizers?.includes(action.finalizer), true, model.name);
            }
          }
        }
      }
    }),
    { numRuns: runs(40) },
  );
});
