import { type Index, recipes } from "../../model/index.ts";

/** Key: the name, in whatever namespace: who takes a lease to lead says where. */
export const leasesByName: Index<"coordination.k8s.io/v1/leases"> = {
  name: "leases-by-name",
  on: "coordination.k8s.io/v1/leases",
  made: recipes["coordination.k8s.io/v1/leases"].byBareName,
  keys: ({ metadata }) => [metadata.name],
};
