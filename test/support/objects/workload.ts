import type { StatefulSet } from "../../../src/model/index.ts";
import { metadataOf, type NamespacedFacts } from "./metadata.ts";

export interface StatefulSetFacts extends NamespacedFacts {
  readonly replicas?: number;
  readonly start?: number;
  readonly whenDeleted?: "Retain" | "Delete";
  readonly whenScaled?: "Retain" | "Delete";
  readonly templates?: readonly string[];
}

/** A set `shop/web` of one replica with the claim template `data`. */
export function statefulSet(facts: StatefulSetFacts = {}): StatefulSet {
  return {
    apiVersion: "apps/v1",
    kind: "StatefulSet",
    metadata: metadataOf(facts, "web", facts.namespace ?? "shop"),
    spec: {
      replicas: facts.replicas ?? 1,
      ...(facts.start === undefined ? {} : { ordinals: { start: facts.start } }),
      persistentVolumeClaimRetentionPolicy: {
        whenDeleted: facts.whenDeleted ?? "Retain",
        whenScaled: facts.whenScaled ?? "Retain",
      },
      volumeClaimTemplates: (facts.templates ?? ["data"]).map((name) => ({ metadata: { name } })),
    },
    status: {},
  };
}
