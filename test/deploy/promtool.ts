import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { cachedAs } from "../cluster/binaries/cache.ts";
import { installedProgram } from "../cluster/binaries/find.ts";
import { withLock } from "../cluster/binaries/lock.ts";

/**
 * The installed one, or Debian's: its package is unpacked, not installed, which would start a server. A build from
 * Prometheus' module takes more than five minutes of two cores.
 */
export async function promtoolProgram(): Promise<string> {
  const installed = installedProgram("promtool");
  if (installed !== undefined) return installed;
  const folder = cachedAs("debian", "prometheus");
  const program = join(folder, "promtool");
  mkdirSync(folder, { recursive: true });
  await withLock(join(folder, "lock"), async () => {
    if (existsSync(program)) return;
    const work = join(folder, "unpacked");
    mkdirSync(work, { recursive: true });
    const run = (line: string) => execFileSync("sh", ["-ec", line], { cwd: work, stdio: ["ignore", 2, 2] });
    run(
      "rm -f *.deb; apt-get download -q prometheus || { apt-get update -q; apt-get download -q prometheus; }",
    );
    run("dpkg-deb -x *.deb .");
    renameSync(join(work, "usr", "bin", "promtool"), program);
    rmSync(work, { recursive: true });
  });
  return program;
}
