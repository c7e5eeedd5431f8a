/** What fix believes: the plan of a file, what it saw before, and how a run ends that broke off. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["src/commands/fix/wanted.ts", "src/commands/fix/recheck.ts", "src/commands/failure.ts"],
  testFiles: testsIn("test/commands/fix/plan-file", "test/commands/fix/recheck", "test/commands/ended-early"),
  least: 95,
});
