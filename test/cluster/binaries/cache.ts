import { homedir } from "node:os";
import { join } from "node:path";

/** Outside the tree, because a build takes minutes and serves every checkout. */
export const cacheFolder = join(
  process.env.XDG_CACHE_HOME ?? join(homedir(), ".cache"),
  "pvguard",
  "cluster",
);

/** The folder of one thing at one version, as in `k8s.io+kubernetes@v1.36.3`. */
export function cachedAs(name: string, version: string): string {
  return join(cacheFolder, `${name.replaceAll("/", "+")}@${version}`);
}
