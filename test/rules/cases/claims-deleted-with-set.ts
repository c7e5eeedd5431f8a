import type { OwnerReference } from "../../../src/kubernetes/index.ts";
import { claim, ebs, ownedBy, pod, statefulSet, volume } from "../../support/objects.ts";
import type { RuleCases } from "../cases.ts";

const data = claim({ name: "data-web-0", phase: "Bound", volumeName: "pv-data" });
const disk = volume({ phase: "Bound", spec: ebs });
const both = statefulSet({ whenDeleted: "Delete", whenScaled: "Delete" });

const whenDeleted = statefulSet({ whenDeleted: "Delete" });
const defaulted = { ...whenDeleted, spec: { ...whenDeleted.spec, replicas: undefined } };

const emptied = statefulSet({ replicas: 0, whenDeleted: "Delete" });

/**
 * kubernetes/kubernetes pkg/controller/statefulset/stateful_set_utils_test.go TestUpdateClaimOwnerRefForSetAndPod,
 * TestClaimOwnerUpToDateEdgeCases, 1.36: of a pod that the set wants, for each policy that deletes.
 */
const web0 = pod({ name: "web-0" });
const onScale = statefulSet({ whenScaled: "Delete" });
const deleting = [
  ["on both", both],
  ["on SS delete", whenDeleted],
  ["on scaledown only", onScale],
] as const;
const other = { apiVersion: "apps/v1", kind: "Deployment", name: "other", uid: "other-uid" };
const keeper = {
  apiVersion: "apps/v1",
  kind: "Deployment",
  metadata: { name: "other", namespace: "shop", uid: "other-uid" },
} as const;

const references = (what: string, refs: readonly OwnerReference[]) =>
  deleting.map(([policy, set]) => ({
    what: `${what}: ${policy}`,
    objects: [
      set,
      claim({ name: "data-web-0", phase: "Bound", volumeName: "pv-data", ownerReferences: refs }),
      disk,
      web0,
      keeper,
    ],
  }));

const taken = [
  ...references("no owner yet", []),
  ...references("owned by the set", [ownedBy(both)]),
  ...references("owned by the set, that does not control it", [ownedBy(both, { controller: false })]),
  ...references("owned by the pod, which the controller changes", [ownedBy(web0)]),
  ...references("owned by an owner that is gone besides", [ownedBy(both), { ...other, uid: "gone" }]),
].map((each) => ({
  ...each,
  on: ["web"] as const,
  severity: "note" as const,
  says: /data of its claims: 1 /,
}));

const left = [
  ...references("controlled by another", [{ ...other, controller: true }]),
  ...references("owned by the set, and controlled by another", [
    ownedBy(both),
    { ...other, controller: true },
  ]),
  ...references("owned by an earlier set of that name", [ownedBy(both, { uid: "stale" })]),
  ...references("owned by an earlier pod of that name", [ownedBy(web0, { uid: "stale" })]),
  ...references("kept by an owner that does not control it", [ownedBy(both), other]),
];

export const cases: RuleCases = {
  fires: [
    {
      what: "both say Delete",
      objects: [both, data, disk],
      on: ["web"],
      severity: "note",
      says: /deleting the set or scaling it down deletes the data of its claims: 1 /,
    },
    {
      what: "only scaling says Delete, and it is of several pods",
      objects: [
        statefulSet({ replicas: 2, whenScaled: "Delete" }),
        data,
        disk,
        claim({ name: "data-web-1", phase: "Bound", volumeName: "pv-more" }),
        volume({ name: "pv-more", phase: "Bound", spec: ebs }),
        claim({ name: "data-web-2", phase: "Bound", volumeName: "pv-surplus" }),
        volume({ name: "pv-surplus", phase: "Bound", spec: ebs }),
      ],
      on: ["web"],
      severity: "note",
      says: /^scaling it down deletes the data of its claims: 2 /,
    },
    {
      what: "only deleting says Delete, and how many pods it has is left to the default",
      objects: [defaulted, data, disk],
      on: ["web"],
      severity: "note",
      says: /^deleting the set deletes the data of its claims: 1 /,
    },
    {
      what: "it was scaled to nothing, and still owns what it left",
      objects: [
        emptied,
        claim({
          name: "data-web-0",
          phase: "Bound",
          volumeName: "pv-data",
          ownerReferences: [{ ...ownedBy(emptied), controller: true }],
        }),
        disk,
      ],
      on: ["web"],
      severity: "note",
      says: /^deleting the set deletes the data of its claims: 1 /,
    },
    ...taken,
  ],
  silent: [
    { what: "both say Retain", objects: [statefulSet(), data, disk] },
    { what: "it was scaled to nothing before it owned its claim", objects: [emptied, data, disk] },
    { what: "the volume is kept", objects: [both, data, volume({ policy: "Retain", spec: ebs })] },
    ...left,
  ],
  unread: [
    { what: "sets", objects: [both, data, disk], hidden: ["apps/v1/statefulsets"] },
    { what: "claims", objects: [both, data, disk], hidden: ["v1/persistentvolumeclaims"] },
    {
      what: "pods, one of which may own the claim",
      objects: [both, { ...data, metadata: { ...data.metadata, ownerReferences: [ownedBy(web0)] } }, disk],
      hidden: ["v1/pods"],
    },
    { what: "volumes", objects: [both, data, disk], hidden: ["v1/persistentvolumes"] },
  ],
};
