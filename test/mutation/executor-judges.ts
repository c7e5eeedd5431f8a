/** What an answer of the server means, and whether a write may be made: the executor without a server. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: [
    "src/executor/answer/*.ts",
    "src/executor/plan/*.ts",
    "src/executor/read/changes.ts",
    "src/executor/write/act-of.ts",
    "src/executor/write/judge.ts",
    "src/executor/write/kinds.ts",
  ],
  testFiles: testsIn("test/executor/pure/"),
  least: 95,
});
