import type { Accident } from "../accident.ts";

/** Without its class a volume cannot be expanded, and a claim template asks for a class that does not exist. */
export const storageClass: Accident = {
  name: "storage-class",
  about: "A StorageClass is deleted while volumes of it exist.",
  short: "A StorageClass with volumes is deleted",
  operation: "DELETE",
  of: [{ group: "storage.k8s.io", resources: ["storageclasses"], namespaced: false, short: "storageclass" }],
  looks: "at each volume",
  happens: "has(params.spec.storageClassName) && params.spec.storageClassName == oldObject.metadata.name",
  message: '"volume " + params.metadata.name + " is of the StorageClass " + oldObject.metadata.name',
};
