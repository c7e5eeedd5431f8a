import { fullDiskTests } from "./full-disk.ts";

fullDiskTests({ "claim and volume that nothing uses": 17, "a claim of a Deployment": 101 });
