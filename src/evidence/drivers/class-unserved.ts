import type { Cluster, Unread } from "../../cluster/index.ts";
import { everywhere } from "../../cluster/index.ts";
import { claimsByClass, nearestNamed } from "../../controllers/index.ts";
import type { Phrase, StorageClass } from "../../kubernetes/index.ts";
import { say } from "../../kubernetes/index.ts";
import type { Evidence } from "../../report/index.ts";
import { hint, proof } from "../../report/index.ts";
import { holdsUp } from "../answer.ts";
import { classHasProvisioner, namesCsiDriver } from "./class-provisioner.ts";

type Served =
  | { readonly is: "served" }
  | { readonly is: "unread"; readonly unread: Unread }
  | {
      readonly is: "unserved";
      /** `sure`: a claim waits for a CSI driver, or the name is wrong. A provisioner with its own code registers nowhere. */
      readonly how: "sure" | "unsure";
      readonly message: Phrase;
      readonly evidence: readonly Evidence[];
    };

/** Does nothing create volumes for a StorageClass that has a provisioner? A class that has none is served by a person. */
export function classServed(storageClass: StorageClass, cluster: Cluster): Served {
  const provisioner = storageClass.provisioner ?? "";
  if (provisioner === "" || provisioner === "kubernetes.io/no-provisioner") return { is: "served" };
  const served = classHasProvisioner(storageClass, cluster);
  if (served.is === "unread") return served;
  return holdsUp(served) ? { is: "served" } : unserved(storageClass, provisioner, cluster);
}

function unserved(storageClass: StorageClass, provisioner: string, cluster: Cluster): Served {
  const claims = cluster.walkWith(claimsByClass, storageClass.metadata.name, everywhere);
  if (!claims.read) return { is: "unread", unread: claims.unread };
  let waiting = 0;
  for (const { status } of claims.objects) if (status?.phase === "Pending") waiting++;
  const nearest = nearestNamed(provisioner, "storage.k8s.io/v1/csidrivers", cluster);
  const isSure =
    nearest !== undefined ||
    provisioner.startsWith("kubernetes.io/") ||
    (waiting > 0 && namesCsiDriver(provisioner));
  return {
    is: "unserved",
    how: isSure ? "sure" : "unsure",
    message: say`no CSI driver is named ${provisioner}${hintAt(nearest)}${waitingClaims(waiting)}`,
    evidence: [
      proof(storageClass, "provisioner", provisioner),
      ...(nearest === undefined ? [] : [hint(storageClass, "provisioner", nearest)]),
    ],
  };
}

function hintAt(nearest: string | undefined): Phrase {
  return nearest === undefined ? [] : say`; the closest name is ${nearest}`;
}

function waitingClaims(count: number): Phrase {
  return count === 0 ? [] : say`; ${count} of its claims ${count === 1 ? say`is` : say`are`} Pending`;
}
