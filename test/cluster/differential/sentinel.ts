import type { Api } from "../support/api.ts";
import { gone } from "../support/eventually.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";

/** Plants a deleted claim without users. When it is gone, the controllers have begun to work. */
export async function plantSentinel(api: Api, namespace: string): Promise<() => Promise<void>> {
  const place = { name: "sentinel", namespace };
  const claim = persistentVolumeClaim(place, { volumeName: "none" });
  const held = { ...claim.metadata, finalizers: ["kubernetes.io/pvc-protection"] };
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
  await api.create({ ...claim, metadata: held });
  await api.remove("v1/persistentvolumeclaims", place);
  return () => gone("the sentinel", () => api.get("v1/persistentvolumeclaims", place), 600);
}
