import type { ClaimFacts } from "../../support/objects.ts";
import { claim, cronJob, deployment, job, ownedBy, pod, statefulSet } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const bound = (facts: ClaimFacts = {}) => claim({ phase: "Bound", volumeName: "pv-data", ...facts });
const unused = (since: string) => ({
  conditions: [{ type: "Unused", status: "True", reason: "NoPodsUsingPVC", lastTransitionTime: since }],
});

export const cases: RuleCases = {
  fires: [
    {
      what: "nobody names it",
      objects: [bound(), pod({ claims: ["other"] })],
      on: ["data"],
      severity: "note",
      says: /the cluster does not say since when/,
      remedies: [],
    },
    {
      what: "for two weeks",
      objects: [bound({ status: unused("2026-11-06T08:00:00Z") })],
      on: ["data"],
      severity: "note",
      says: /no pod has used it since then/,
    },
    {
      what: "for more than a month",
      objects: [bound({ creationTimestamp: "2026-01-01T08:00:00Z", status: unused("2026-09-01T08:00:00Z") })],
      on: ["data"],
      severity: "warning",
      says: /no pod has used it since then/,
      remedies: [],
    },
  ],
  silent: [
    { what: "a pod names it", objects: [bound(), pod({ claims: ["data"] })] },
    {
      what: "a Deployment that is scaled to nothing",
      objects: [bound(), deployment({ replicas: 0, claims: ["data"] })],
    },
    { what: "a CronJob between two runs", objects: [bound(), cronJob({ claims: ["data"] })] },
    { what: "a CronJob that is suspended", objects: [bound(), cronJob({ suspend: true, claims: ["data"] })] },
    { what: "a Job that is suspended", objects: [bound(), job({ suspend: true, claims: ["data"] })] },
    {
      what: "another claim is still to be filled from it",
      objects: [
        bound(),
        claim({ name: "copy", spec: { dataSource: { kind: "PersistentVolumeClaim", name: "data" } } }),
      ],
    },
    {
      what: "a StatefulSet that is scaled to nothing",
      objects: [bound({ name: "data-web-0" }), statefulSet({ replicas: 0 })],
    },
    {
      what: "surplus of a StatefulSet, which another rule says",
      objects: [bound({ name: "data-web-4" }), statefulSet()],
    },
    {
      what: "an operator's own object owns it, such as a machine that is switched off",
      objects: [
        bound({
          ownerReferences: [
            ownedBy({
              apiVersion: "cdi.kubevirt.io/v1beta1",
              kind: "DataVolume",
              metadata: { name: "vm", uid: "x" },
            }),
          ],
        }),
      ],
    },
    { what: "the working claim of a populator", objects: [bound({ name: "prime-0b1c" })] },
    { what: "Pending, for its first pod", objects: [claim()] },
    { what: "made today", objects: [bound({ creationTimestamp: "2026-11-20T06:00:00Z" })] },
    {
      what: "its last pod ended a moment ago",
      objects: [bound({ status: unused("2026-11-20T11:58:00Z") })],
    },
  ],
  unread: [
    { what: "claims", objects: [bound()], hidden: ["v1/persistentvolumeclaims"] },
    { what: "pods", objects: [bound()], hidden: ["v1/pods"] },
    { what: "the templates of CronJobs", objects: [bound()], hidden: ["batch/v1/cronjobs"] },
    { what: "the templates of StatefulSets", objects: [bound()], hidden: ["apps/v1/statefulsets"] },
  ],
};
