/** `npm run test:browser`: tries the HTML page in Chromium, which it installs where it is absent. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { makePacker } from "../../build/packer.ts";
import { chromiumPath } from "./browser.ts";

function succeeds(program: string, argv: readonly string[]): boolean {
  return spawnSync(program, argv, { stdio: "inherit" }).status === 0;
}

if (chromiumPath() === undefined) {
  const install = ["install", "--yes", "--no-install-recommends", "chromium", "fonts-dejavu-core"];
  if (!succeeds("apt-get", ["update", "--quiet"]) || !succeeds("apt-get", install)) {
    process.stderr.write("chromium is not installed, and apt-get cannot install it\n");
    process.exit(1);
  }
}
await makePacker();
const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".browser.ts"))
  .map((file) => join(import.meta.dirname, file));
process.exit(
  succeeds(process.execPath, ["--import", "tsx", "--test", "--test-reporter=spec", ...files]) ? 0 : 1,
);
