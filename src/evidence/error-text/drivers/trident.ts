import type { KnownErrors } from "./known.ts";

/** Trident. */
export const trident: KnownErrors = {
  drivers: ["csi.trident.netapp.io"],
  source: "NetApp/trident (of 2026-07-31)",
  errors: [
    {
      says: /tridenttransactions\.trident\.netapp\.io .{0,200}already exists/,
      subject: "Trident",
      cause: "has not cleaned up after an earlier attempt, whose error came before this one",
      mends: {
        who: "cluster",
        how: "look for that error in the log of the Trident controller: often a backend cannot be reached",
      },
      retry: "after",
      where: "persistent_store/crdv1.go AddVolumeTransaction; NetApp/trident#541",
    },
    {
      says: /Ruleset \S+ not found|export policy \S+ (?:was )?not found/i,
      subject: "the export policy that the backend names",
      cause: "does not exist on the SVM",
      mends: {
        who: "backend",
        how: "create that export policy, or correct exportPolicy in the Trident backend",
      },
      retry: "after",
      where: "storage_drivers/ontap, the ONTAP API; NetApp/trident#368",
    },
    {
      says: /no available backends for storage class/,
      subject: "no Trident backend",
      cause: "fits the StorageClass, or is online",
      mends: {
        who: "cluster",
        how: "check `tridentctl get backend`, and the parameters of the StorageClass",
      },
      retry: "after",
      where: "core/orchestrator_core.go AddVolume",
    },
    {
      says: /no suitable .* backend with .* storage class and .* of free space was found/,
      subject: "no Trident backend",
      cause: "fits the StorageClass and has enough free space",
      mends: { who: "backend", how: "make room, or correct the StorageClass or the backend" },
      retry: "after",
      where: "core/orchestrator_core.go",
    },
    {
      says: /unable to delete snapshot .* as it is a source/,
      subject: "the snapshot",
      cause: "is the source of a clone",
      mends: {
        who: "owner",
        how: "delete the claims that were created from it, or let ONTAP split the clone",
      },
      retry: "after",
      where: "core/orchestrator_core.go DeleteSnapshot",
    },
    {
      says: /backend \S+ (?:was )?not found/,
      subject: "the Trident backend of the volume",
      cause: "is missing; that says nothing about the data",
      mends: { who: "cluster", how: "add the backend to Trident again" },
      retry: "after",
      where: "core/orchestrator_core.go",
    },
    {
      says: /LUKS passphrase (?:name )?cannot be empty/,
      subject: "the Secret with the LUKS passphrase",
      cause: "is missing or incomplete",
      mends: { who: "cluster", how: "complete that Secret" },
      retry: "after",
      where: "frontend/csi/utils.go",
    },
    {
      says: /cannot create raw-block volume/,
      subject: "the file system in the StorageClass",
      cause: "does not go with a raw block volume",
      mends: { who: "owner", how: "recreate the claim with volumeMode Filesystem, or with another class" },
      retry: "never",
      where: "core/orchestrator_core.go",
    },
  ],
};
