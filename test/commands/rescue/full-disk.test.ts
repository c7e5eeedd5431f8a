import { fullDiskTests } from "./full-disk.ts";

fullDiskTests({ "claim and volume that nothing uses": 11, "a claim of a Deployment": 65 });
