/** The plan's vocabulary: what is asked of the server, byte by byte. */
import { strykerFor } from "./area.ts";

export default strykerFor({
  mutate: ["request", "step-of", "finalizer-text", "pointer", "raw-object"].map(
    (name) => `src/model/${name}.ts`,
  ),
  testFiles: ["step-of", "request", "finalizer-text"].map((name) => `test/model/${name}.test.ts`),
  least: 95,
});
