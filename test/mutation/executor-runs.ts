/** What is sent, when, and how it is proved. Without the tests that play all orders of writers: they are many. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["ask", "carry-out", "executor", "prepare", "read", "run", "outside"].map(
    (name) => `src/changes/executor/${name}.ts`,
  ),
  testFiles: testsIn("test/changes/executor/").filter((file) => !file.includes("interleavings")),
  least: 95,
});
