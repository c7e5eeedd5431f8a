/** Backups and the journal. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["src/executor/store/*.ts"],
  testFiles: testsIn("test/executor/store/"),
  least: 95,
});
