/** `npm run test:release`: tries what `npm run package` has made, the Linux executable also on a terminal. */
import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { executableOf, root } from "./release.ts";

const files = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith(".release.ts"))
  .map((file) => join(import.meta.dirname, file));
const env = { ...process.env, PVGUARD_EXECUTABLE: executableOf("linux", "amd64") };

function succeeds(argv: readonly string[]): boolean {
  return spawnSync(process.execPath, argv, { cwd: root, stdio: "inherit", env }).status === 0;
}

const tried = succeeds(["--import", "tsx", "--test", "--test-reporter=spec", ...files]);
const onTerminal = succeeds(["--import", "tsx", join(root, "test", "run.ts"), "test/installed"]);
process.exit(tried && onTerminal ? 0 : 1);
