/** The remedies that fix can carry out, and what they share. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { strykerFor, testsIn } from "./area.ts";

const folder = join(import.meta.dirname, "..", "..", "src", "remedies");
const fixable = readdirSync(folder).filter(
  (file) => file.endsWith(".ts") && readFileSync(join(folder, file), "utf8").includes("fixDoes"),
);

export default strykerFor({
  mutate: ["src/remedies/shared/*.ts", ...fixable.map((file) => `src/remedies/${file}`)],
  testFiles: testsIn("test/remedies/"),
  least: 95,
});
