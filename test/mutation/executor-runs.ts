/** What is sent, when, and how it is proved. Without the tests that play all orders of writers: they are many. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: [
    "src/executor/*.ts",
    "src/executor/read/live-read.ts",
    "src/executor/read/look-until.ts",
    "src/executor/run/*.ts",
    "src/executor/write/aftermath.ts",
    "src/executor/write/carry-out.ts",
    "src/executor/write/grace.ts",
    "src/executor/write/write-end.ts",
  ],
  testFiles: testsIn("test/executor/").filter((file) => !file.includes("interleavings")),
  least: 95,
});
