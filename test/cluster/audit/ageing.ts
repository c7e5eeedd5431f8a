import { store, stored } from "./etcd.ts";

/** With this kube-apiserver stores all objects as JSON, so that a test can read what is stored. */
export const storedAsJson = ["--storage-media-type=application/json"];

/** Leases stay young, because kubelets still renew them; so do events, because what fails is still reported. */
const aged = [
  "/registry/minions/",
  "/registry/csinodes/",
  "/registry/persistentvolumeclaims/",
  "/registry/persistentvolumes/",
  "/registry/pods/",
  "/registry/namespaces/",
  "/registry/statefulsets/",
  "/registry/storageclasses/",
  "/registry/volumeattachments/",
  "/registry/snapshot.storage.k8s.io/",
];

const moment = /"(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z)"/g;

/**
 * Lets time pass for what is stored: every point in time in it, made by whatever controller, moves back by as much. A
 * test cannot wait for days, and no API lets a client set the age of an object.
 */
export async function passDays(etcd: string, days: number): Promise<void> {
  for (const prefix of aged) {
    for (const { key, value } of await stored(etcd, prefix)) {
      const older = value.replaceAll(moment, (_, time: string) => JSON.stringify(earlier(time, days)));
      if (older !== value) await store(etcd, { key, value: older });
    }
  }
}

/** In the precision in which it was written: Kubernetes reads no other. */
function earlier(time: string, days: number): string {
  const at = new Date(Date.parse(time) - days * 86_400_000).toISOString();
  const fraction = /\.\d+/.exec(time)?.[0] ?? "";
  return at.replace(/\.\d+Z$/, `${fraction}Z`);
}
