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
import { nodeVersion, type Platform } from "./platforms.ts";

/** The Node.js of a platform, from npm's registry. Throws if its content is not the one that platforms.ts names. */
export async function nodeBinary({ os, node }: Platform): Promise<string> {
  const kept = join(root, ".cache", "node", nodeVersion);
  const folder = join(kept, node.package);
  const path = join(folder, "package", "bin", os === "windows" ? "node.exe" : "node");
  if (existsSync(path)) return path;
  mkdirSync(kept, { recursive: true });
  const scratch = mkdtempSync(join(kept, "new-"));
  try {
    execFileSync("npm", ["pack", "--silent", `${node.package}@${nodeVersion}`], {
      cwd: scratch,
      stdio: ["ignore", "ignore", "inherit"],
      shell: process.platform === "win32",
    });
    const [packed = ""] = readdirSync(scratch);
    const archive = join(scratch, packed);
    const integrity = `sha512-${createHash("sha512").update(readFileSync(archive)).digest("base64")}`;
    if (integrity !== node.integrity)
      throw new Error(`${node.package}@${nodeVersion} is not the one that is pinned: ${integrity}`);
    execFileSync("tar", ["-xzf", packed], { cwd: scratch });
    rmSync(archive);
    renameSync(scratch, folder);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  chmodSync(path, 0o755);
  return path;
}
