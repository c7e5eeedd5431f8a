import {
  type Cluster,
  type Decision,
  hasFinalizer,
  inNamespace,
  keyOf,
  nothing,
  type PersistentVolume,
  refOf,
} from "../../model/index.ts";
import { act, unknown, wait, waitForAll } from "../decision.ts";
import { pvController } from "../finalizer-names.ts";
import { podsByClaim } from "../indexes/index.ts";
import { removeFinalizer } from "../protection.ts";
import type { ClaimSeen } from "../pv-binder/volume.ts";
import { reclaimPolicyOf } from "../reclaim-policy.ts";
import { volumeBackend } from "../volume-source.ts";
import { deleterRefuses } from "./plugin.ts";
import { type Reclaim, reclaimVolume } from "./reclaim.ts";

/** What the PV controller does with a volume that is Released or Failed. */
export function reclaim(volume: PersistentVolume, claim: ClaimSeen, cluster: Cluster): Decision {
  const plugin = deleterRefuses(volume) ? "fails" : "works";
  if (reclaimPolicyOf(volume) !== "Recycle")
    return carryOut(volume, reclaimVolume(volume, { claim, plugin }));
  const { namespace = "", name = "" } = volume.spec?.claimRef ?? {};
  const pods = cluster.lookup(podsByClaim, keyOf(namespace, name), inNamespace(namespace));
  return pods.read ? carryOut(volume, reclaimVolume(volume, { claim, pods: pods.items })) : unknown(pods);
}

function carryOut(volume: PersistentVolume, outcome: Reclaim): Decision {
  const object = refOf(volume);
  switch (outcome.reclaim) {
    case "nothing":
      return nothing;
    case "delete":
      return act(
        { do: "destroy-backend", object, driver: outcome.plugin, handle: handleOf(volume) },
        ...(hasFinalizer(volume, pvController) ? [removeFinalizer(volume, pvController)] : []),
        { do: "delete", object },
      );
    case "recycle":
      return act(
        { do: "destroy-backend", object, driver: outcome.plugin, handle: handleOf(volume) },
        { do: "clear-claim-ref", object, part: outcome.unbind },
        { do: "set-phase", object, phase: "Available" },
      );
    case "wait":
      return waitForAll(outcome.pods.map(refOf));
    case "fail":
      return volume.status?.phase === "Failed" ? wait() : act({ do: "set-phase", object, phase: "Failed" });
  }
}

function handleOf(volume: PersistentVolume): string {
  const backend = volumeBackend(volume);
  return "handle" in backend ? backend.handle : "";
}
