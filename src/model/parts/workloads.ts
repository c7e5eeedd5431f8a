import type { Part } from "../part.ts";

const policy = ["spec", "persistentVolumeClaimRetentionPolicy"];

export const setsThatDeleteClaims: Part = {
  name: "StatefulSets that delete their claims",
  on: ["apps/v1/statefulsets"],
  any: [
    { path: [...policy, "whenDeleted"], is: "one of", values: ["Delete"] },
    { path: [...policy, "whenScaled"], is: "one of", values: ["Delete"] },
  ],
};
