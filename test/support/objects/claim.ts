import type { PersistentVolumeClaim } from "../../../src/kubernetes/index.ts";
import type { NamespacedFacts } from "./metadata.ts";
import { metadataOf } from "./metadata.ts";

type ClaimSpec = NonNullable<PersistentVolumeClaim["spec"]>;
type ClaimStatus = NonNullable<PersistentVolumeClaim["status"]>;

export interface ClaimFacts extends NamespacedFacts {
  readonly phase?: "Pending" | "Bound" | "Lost" | "";
  readonly volumeName?: string;
  readonly storageClassName?: string;
  readonly accessModes?: readonly string[];
  readonly request?: string;
  readonly spec?: Partial<ClaimSpec>;
  readonly status?: Partial<ClaimStatus>;
}

/** A claim `shop/data`, Pending, that asks for 1Gi ReadWriteOnce. */
export function claim(facts: ClaimFacts = {}): PersistentVolumeClaim {
  return {
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: metadataOf(facts, "data", facts.namespace ?? "shop"),
    spec: {
      accessModes: facts.accessModes ?? ["ReadWriteOnce"],
      resources: { requests: { storage: facts.request ?? "1Gi" } },
      ...(facts.volumeName === undefined ? {} : { volumeName: facts.volumeName }),
      ...(facts.storageClassName === undefined ? {} : { storageClassName: facts.storageClassName }),
      ...facts.spec,
    },
    status: { phase: facts.phase ?? "Pending", ...facts.status },
  };
}
