import type { ObjectOf } from "./define.ts";
import { defineKind } from "./define.ts";

/**
 * A disk as a list of the storage backend shows it. No server has this kind: pvguard makes the objects from a list, so that
 * rules, evidence and reports treat a disk like everything else that was read.
 */
export const disks = defineKind({
  resource: "pvguard.dev/v1alpha1/disks",
  kind: "Disk",
  namespaced: false,
  presence: "never",
  fields: {
    spec: {
      /** The name of the `DiskInventory` that it is in. */
      inventory: "text",
      driver: "text",
      /** Every `volumeHandle` that means this disk. */
      handles: ["text"],
      /** Texts that no other disk has, as a part of a handle, or as the name of a volume. */
      parts: ["text"],
      /** The namespace of the object that stands for it in this cluster. */
      recordIn: "text",
      /** What the backend calls it. */
      name: "text",
      bytes: "quantity",
      /** Zone, region, pool or resource group. */
      place: "text",
      state: "text",
      /** The machines that it is attached to, as the backend names them. */
      attachedTo: ["text"],
      /** `known`: the list says what each disk is attached to, also where that is nothing. */
      attachments: "text",
      /** `snapshot`: it is a copy, for which another kind stands. */
      is: "text",
      volumeName: "text",
      claim: { namespace: "text", name: "text", uid: "text" },
      /** What a PersistentVolume must say of it besides the handle: `csi.volumeAttributes`. */
      volumeAttributes: { "*": "text" },
      /** The cluster that its tags name. */
      cluster: "text",
    },
  },
});
export type Disk = ObjectOf<typeof disks>;

/** A list of disks: of which drivers, how far it reaches, and what is known of when it was made. */
export const diskInventories = defineKind({
  resource: "pvguard.dev/v1alpha1/diskinventories",
  kind: "DiskInventory",
  namespaced: false,
  presence: "never",
  fields: {
    spec: {
      /** The name of the backend in `src/backends`. */
      backend: "text",
      drivers: ["text"],
      /** Why it is not whole; absent where nothing says so. */
      partial: "text",
      /** Of one of the cluster itself that could not be read at all: for which reason. */
      refused: "text",
      /** When it was made, in RFC 3339, where that is known. */
      madeAt: "text",
      /** The newest time in it, in RFC 3339: it was not made before that. */
      newest: "text",
      /** What a gibibyte costs a month, as a person gave it: `0.08`. */
      price: "text",
    },
  },
});
export type DiskInventory = ObjectOf<typeof diskInventories>;
