/** The requests of a plan: what is asked of the server, byte by byte. */
import { strykerFor, testsIn } from "./area.ts";

export default strykerFor({
  mutate: ["src/report/request.ts", "src/changes/write-for.ts", "src/kubernetes/raw-object.ts"],
  testFiles: testsIn(
    "test/kubernetes/",
    "test/report/",
    "test/changes/write-for",
    "test/changes/edits",
    "test/changes/pointer",
  ),
  least: 95,
});
