import type { Api } from "../../support/api.ts";
import type { Place } from "../../support/paths.ts";
import type { Uids } from "./manifests.ts";
import { claimOf, podOf, setOf, volumeOf } from "./manifests.ts";
import type { Situation } from "./situation.ts";

const claims = "v1/persistentvolumeclaims";
const sets = "apps/v1/statefulsets";

/** Makes a situation in a namespace of its own, while no controller runs. Its volume has the namespace's name. */
export async function plant(api: Api, situation: Situation, namespace: string): Promise<void> {
  const { set, other, pod, claim, policy } = situation;
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  const [first] = set === undefined ? [] : await api.create(setOf(set, "db", namespace));
  const [second] = other === "there" ? await api.create(setOf({ finalizers: [] }, "other", namespace)) : [];
  const owners: Uids = { set: first?.metadata.uid, other: second?.metadata.uid };
  const [member] = pod === undefined ? [] : await api.create(podOf(pod, namespace, owners));
  const uids = { ...owners, pod: member?.metadata.uid };
  const [made] = await api.create(claimOf(claim, policy, namespace, uids));
  if (policy !== "no volume") await plantVolume(api, policy, namespace, made?.metadata.uid);
  const doomed: readonly (readonly [{ readonly fate: string } | undefined, string, Place])[] = [
    [claim, claims, { name: "data-db-0", namespace }],
    [pod, "v1/pods", { name: "db-0", namespace }],
    [set, sets, { name: "db", namespace }],
  ];
  for (const [part, resource, place] of doomed) {
    if (part !== undefined && part.fate !== "kept")
      await api.remove(resource, place, { propagationPolicy: part.fate });
  }
}

async function plantVolume(
  api: Api,
  policy: "Retain" | "Delete",
  namespace: string,
  uid: string | undefined,
): Promise<void> {
  const claim = { name: "data-db-0", namespace };
  await api.create(volumeOf(policy, namespace, uid));
  await api.patch("v1/persistentvolumes", { name: namespace }, { status: { phase: "Bound" } }, "/status");
  const annotations = { "pv.kubernetes.io/bind-completed": "yes" };
  await api.patch(claims, claim, { metadata: { annotations } });
  await api.patch(claims, claim, { status: { phase: "Bound" } }, "/status");
}
