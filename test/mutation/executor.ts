/** What writes to a cluster. Without the tests that play all orders of writers: too slow for each mutant. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["src/executor/**/*.ts"],
  testFiles: testsIn("test/executor/").filter((file) => !file.includes("interleavings")),
  words: "mutated",
  least: 95,
});
