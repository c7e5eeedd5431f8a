/** Backups and the journal. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["backup", "disk", "journal", "node-disk"].map((name) => `src/executor/${name}.ts`),
  testFiles: testsIn("test/executor/store/", "test/executor/pure/recorder"),
  least: 95,
});
