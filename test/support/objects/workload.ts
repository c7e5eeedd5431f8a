import type { CronJob, Deployment, Job, StatefulSet } from "../../../src/kubernetes/index.ts";
import type { NamespacedFacts } from "./metadata.ts";
import { metadataOf } from "./metadata.ts";

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

interface TemplateFacts extends NamespacedFacts {
  /** Names of claims that the pods of the template name. */
  readonly claims?: readonly string[];
  readonly replicas?: number;
  readonly suspend?: boolean;
}

const templateOf = ({ claims = [] }: TemplateFacts) => ({
  spec: { volumes: claims.map((claimName) => ({ name: claimName, persistentVolumeClaim: { claimName } })) },
});

/** A Deployment `shop/web` of one replica. */
export function deployment(facts: TemplateFacts = {}): Deployment {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: metadataOf(facts, "web", facts.namespace ?? "shop"),
    spec: { replicas: facts.replicas ?? 1, template: templateOf(facts) },
  };
}

/** A Job `shop/import`. */
export function job(facts: TemplateFacts = {}): Job {
  return {
    apiVersion: "batch/v1",
    kind: "Job",
    metadata: metadataOf(facts, "import", facts.namespace ?? "shop"),
    spec: { suspend: facts.suspend ?? false, template: templateOf(facts) },
  };
}

/** A CronJob `shop/nightly`. */
export function cronJob(facts: TemplateFacts = {}): CronJob {
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: metadataOf(facts, "nightly", facts.namespace ?? "shop"),
    spec: {
      schedule: "0 3 * * *",
      suspend: facts.suspend ?? false,
      jobTemplate: { spec: { template: templateOf(facts) } },
    },
  };
}
