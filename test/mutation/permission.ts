/** What fix may do, and what must be accepted by name first. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["src/engine/permission/**/*.ts"],
  testFiles: testsIn("test/engine/permission"),
  least: 95,
});
