import type { Pod } from "../../../src/kubernetes/index.ts";
import type { NamespacedFacts } from "./metadata.ts";
import { metadataOf } from "./metadata.ts";

type PodSpec = NonNullable<Pod["spec"]>;
type PodStatus = NonNullable<Pod["status"]>;

export interface PodFacts extends NamespacedFacts {
  /** Empty for a pod that is not scheduled. */
  readonly nodeName?: string;
  readonly phase?: "Pending" | "Running" | "Succeeded" | "Failed" | "Unknown";
  /** Names of claims, each a volume of that name. */
  readonly claims?: readonly string[];
  /** Names of ephemeral volumes. */
  readonly ephemeral?: readonly string[];
  readonly deletionGracePeriodSeconds?: number;
  readonly spec?: Partial<PodSpec>;
  readonly status?: Partial<PodStatus>;
}

/** A pod `shop/web-0`, Running on `node-a`, without volumes. */
export function pod(facts: PodFacts = {}): Pod {
  const grace = facts.deletionGracePeriodSeconds;
  return {
    apiVersion: "v1",
    kind: "Pod",
    metadata: {
      ...metadataOf(facts, "web-0", facts.namespace ?? "shop"),
      ...(grace === undefined ? {} : { deletionGracePeriodSeconds: grace }),
    },
    spec: {
      nodeName: facts.nodeName ?? "node-a",
      volumes: [
        ...(facts.claims ?? []).map((name) => ({ name, persistentVolumeClaim: { claimName: name } })),
        ...(facts.ephemeral ?? []).map((name) => ({ name, ephemeral: {} })),
      ],
      ...facts.spec,
    },
    status: { phase: facts.phase ?? "Running", ...facts.status },
  };
}
