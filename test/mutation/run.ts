/** Runs Stryker over all areas, or over those that are named: `npm run test:mutation -- plan remedies`. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";

const stryker = "@stryker-mutator/core@9.6.1";
const named = process.argv.slice(2);
const isArea = (file: string) => file.endsWith(".ts") && file !== "area.ts" && file !== "run.ts";
const all = readdirSync(import.meta.dirname)
  .filter(isArea)
  .map((file) => file.slice(0, -".ts".length));
const areas = named.length > 0 ? named : all;
const failed = areas.filter((area) => {
  process.stdout.write(`\n${area}\n`);
  const run = spawnSync("npx", ["--yes", "-p", stryker, "stryker", "run", `test/mutation/${area}.ts`], {
    stdio: "inherit",
    env: { ...process.env, NODE_OPTIONS: `--import ${import.meta.resolve("tsx")}` },
  });
  return run.status !== 0;
});
if (failed.length > 0) process.stderr.write(`below what was reached, or not run: ${failed.join(", ")}\n`);
process.exit(failed.length === 0 ? 0 : 1);
