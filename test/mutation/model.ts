/** The plan's vocabulary: what is asked of the server, byte by byte. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["request", "step-of", "raw-object"].map((name) => `src/model/${name}.ts`),
  testFiles: testsIn("test/model/"),
  least: 95,
});
