import { handleKeyIn } from "../objects/volume-source.ts";
import { indexOn, keyIfAny } from "./define.ts";

// What storage backends list.

const onDisks = indexOn("pvguard.dev/v1alpha1/disks");

/** Key: the driver, and a handle by which it finds the disk. */
export const disksByHandle = onDisks("disks-by-handle", ({ spec }) => [
  ...new Set((spec?.handles ?? []).map((handle) => handleKeyIn(spec?.driver ?? "", handle))),
]);

/** Key: a text that no other disk has, in lower case. */
export const disksByPart = onDisks("disks-by-part", ({ spec }) => [
  ...new Set((spec?.parts ?? []).map((part) => part.toLowerCase())),
]);

/** Key: what the disk, or the volume that it was made for, is called, in lower case. Several disks can have one name. */
export const disksByName = onDisks("disks-by-name", ({ spec }) => [
  ...new Set([...keyIfAny(spec?.name?.toLowerCase()), ...keyIfAny(spec?.volumeName?.toLowerCase())]),
]);

/** Key: the name of the list that the disk is in. */
export const disksByInventory = onDisks("disks-by-inventory", ({ spec }) => keyIfAny(spec?.inventory));
