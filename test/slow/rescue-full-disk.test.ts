import { fullDiskTests } from "../commands/rescue/full-disk.ts";

fullDiskTests({
  "claim and volume that nothing uses": 1,
  "a claim of a Deployment": 4,
  "a StatefulSet of two": 20,
});
