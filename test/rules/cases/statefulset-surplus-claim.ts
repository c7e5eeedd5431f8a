import { claim, ownedBy, pod, statefulSet } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const claims = [0, 1, 2].map((number) =>
  claim({ name: `data-web-${number}`, phase: "Bound", volumeName: `pv-${number}` }),
);
const user = pod({ name: "web-0", claims: ["data-web-0"] });

export const cases: RuleCases = {
  fires: [
    {
      what: "scaled down to one",
      objects: [...claims, statefulSet(), user],
      on: ["data-web-1", "data-web-2"],
      severity: "warning",
      says: /statefulset\/web has 1 replica now/,
      remedies: [],
    },
    {
      what: "an operator's own kind makes the pods",
      objects: [
        ...claims.slice(0, 2),
        pod({
          name: "web-0",
          claims: ["data-web-0"],
          ownerReferences: [
            ownedBy({
              apiVersion: "core.strimzi.io/v1",
              kind: "StrimziPodSet",
              metadata: { name: "web", uid: "x" },
            }),
          ],
        }),
      ],
      on: ["data-web-1"],
      severity: "warning",
      says: /the pods of StrimziPodSet\/web use claims with names like this one/,
    },
    {
      what: "the set is gone",
      objects: claims,
      on: ["data-web-0", "data-web-1", "data-web-2"],
      severity: "note",
      says: /one of 3 claims with names like those of a StatefulSet such as web/,
    },
  ],
  silent: [
    { what: "all are in use", objects: [...claims, statefulSet({ replicas: 3 }), user] },
    { what: "scaled to nothing", objects: [...claims, statefulSet({ replicas: 0 })] },
    { what: "another number of the first pod", objects: [...claims.slice(2), statefulSet({ start: 2 })] },
    { what: "one claim that happens to end with a number", objects: claims.slice(0, 1) },
    {
      what: "made a moment ago, and its pod not yet",
      objects: [
        statefulSet(),
        user,
        ...["data-web-0", "data-web-1"].map((name) =>
          claim({ name, phase: "Bound", volumeName: name, creationTimestamp: "2026-11-20T11:59:00Z" }),
        ),
      ],
    },
    {
      what: "the pod that is being dropped is still there",
      objects: [...claims.slice(0, 2), statefulSet(), user, pod({ name: "web-1", claims: ["data-web-1"] })],
    },
  ],
  unread: [
    { what: "claims", objects: [...claims, statefulSet()], hidden: ["v1/persistentvolumeclaims"] },
    { what: "sets", objects: [...claims, statefulSet()], hidden: ["apps/v1/statefulsets"] },
    { what: "pods", objects: [...claims, statefulSet()], hidden: ["v1/pods"] },
  ],
};
