import "./seed.ts";
import { groupsOf, testFiles, wantedFrom } from "./files.ts";

const files = groupsOf(testFiles(wantedFrom(process.env.PVGUARD_TESTS)))[1];
for (const file of files) await import(`../${file}`);
