import type { Demand, Reading, Scope, Snapshot } from "../../../src/cluster/index.ts";
import { covers } from "../../../src/cluster/index.ts";
import type { Answer, Query, Source } from "../../../src/commands/index.ts";
import { inputSource } from "../../../src/commands/index.ts";
import type { KubeObject, ObjectRef } from "../../../src/kubernetes/index.ts";
import { nameKey, refOf } from "../../../src/kubernetes/index.ts";

/** A live cluster with the contents of a snapshot: it says nothing before it is asked, and remembers what it was asked. */
interface MemorySource extends Source {
  readonly demands: Demand[];
  readonly queries: Query[];
  readonly rounds: number;
}

export function memorySource(all: Snapshot, namespace = "default"): MemorySource {
  const demands: Demand[] = [];
  const queries: Query[] = [];
  let rounds = 0;
  const whole = inputSource(all);
  return {
    kind: "live",
    namespace,
    start: () => ({ ...all, clock: "live", readings: [], otherOwners: [], missingOwners: [] }),
    demands,
    queries,
    get rounds() {
      return rounds;
    },
    async select(query): Promise<Answer> {
      queries.push(query);
      return await whole.select(query);
    },
    async owners(refs) {
      const isAsked = (owner: ObjectRef) => refs.some((ref) => nameKey(ref) === nameKey(owner));
      return {
        found: (all.otherOwners ?? []).filter((owner) => isAsked(refOf(owner))),
        missing: (all.missingOwners ?? []).filter(({ owner }) => isAsked(owner)),
      };
    },
    async typeNamed({ name }) {
      const served = otherTypes.find(({ names }) => names.includes(name));
      return served === undefined ? { served: "no" } : { served: "yes", ...served.type };
    },
    async *watch() {},
    warnings: () => [],
    requests: () => rounds,
    close() {},
    async collect(wanted) {
      rounds += 1;
      demands.push(...wanted);
      return { readings: wanted.map((demand) => readingFor(demand, all)), skipped: [] };
    },
  };
}

/** Types that the server has, and pvguard does not know. */
const otherTypes = [
  { names: ["secret", "secrets"], type: ofCore("Secret", "secrets") },
  { names: ["configmap", "configmaps", "cm"], type: ofCore("ConfigMap", "configmaps") },
  {
    names: ["crd", "customresourcedefinitions"],
    type: {
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      plural: "customresourcedefinitions",
      namespaced: false,
    },
  },
];

function ofCore(kind: string, plural: string) {
  return { apiVersion: "v1", kind, plural, namespaced: true };
}

function readingFor(demand: Demand, all: Snapshot): Reading {
  const whole = all.readings.find(
    ({ resource, scope }) => resource === demand.resource && covers(scope, demand.scope),
  );
  if (whole === undefined) return { read: false, ...demand, reason: "NotServed" };
  if (!whole.read) return { ...whole, scope: demand.scope };
  const { scope } = demand;
  const items = [...whole.items].filter(({ metadata }) => isIn(scope, metadata));
  return { ...whole, scope, items };
}

function isIn(scope: Scope, { name, namespace }: KubeObject["metadata"]): boolean {
  if (scope.of === "cluster") return true;
  return namespace === scope.namespace && (scope.of !== "object" || name === scope.name);
}
