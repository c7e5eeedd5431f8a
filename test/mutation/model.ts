/** The plan's vocabulary: what is asked of the server, byte by byte. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["request", "write-for", "raw-object"].map((name) => `src/kubernetes/${name}.ts`),
  testFiles: testsIn("test/kubernetes/"),
  least: 95,
});
