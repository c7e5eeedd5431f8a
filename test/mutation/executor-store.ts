/** Backups and the journal. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["backup", "disk", "journal", "node-disk"].map((name) => `src/changes/executor/${name}.ts`),
  testFiles: testsIn("test/changes/executor/store/", "test/changes/executor/pure/recorder"),
  least: 95,
});
