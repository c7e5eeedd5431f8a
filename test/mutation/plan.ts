/** What is to be done, and whether it is still to be done. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["src/changes/plan/*.ts"],
  testFiles: testsIn("test/changes/plan/"),
  least: 95,
});
