/** What is to be done, and whether it is still to be done. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["src/engine/plan/*.ts"],
  testFiles: testsIn("test/engine/plan/"),
  least: 95,
});
