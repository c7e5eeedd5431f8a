/** What an answer of the server means, and whether a write may be made: the executor without a server. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["answer", "approve", "judge"].map((name) => `src/changes/executor/${name}.ts`),
  testFiles: testsIn("test/changes/executor/pure/"),
  least: 95,
});
