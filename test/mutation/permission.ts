/** What fix may do, and what must be accepted by name first. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["src/changes/permission/**/*.ts"],
  testFiles: testsIn("test/changes/permission"),
  least: 95,
});
