import type { Index } from "../../model/index.ts";

/** Key: the name of the StorageClass of which a capacity speaks. */
export const capacitiesByClass: Index<"storage.k8s.io/v1/csistoragecapacities"> = {
  name: "capacities-by-class",
  on: "storage.k8s.io/v1/csistoragecapacities",
  keys: ({ storageClassName }) => (storageClassName === undefined ? [] : [storageClassName]),
};
