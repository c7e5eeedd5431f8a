import nodeModule from "node:module";
import { join } from "node:path";

/** Since Node.js 22.1; it takes compiled code only where that is whole, and of the same version. */
interface CompileCache {
  enableCompileCache?(folder: string): unknown;
}

/**
 * Has Node.js keep the compiled code of the program for the next start, where it can, in the user's own cache folder: in a
 * folder that others can write to, they could put code of theirs. An executable has its compiled code inside.
 */
export function keepCompiledCode(env: Readonly<Record<string, string | undefined>>, platform: string): void {
  const caches = cachesOf(env, platform);
  const cache: CompileCache = nodeModule as object;
  if (caches !== undefined) cache.enableCompileCache?.(join(caches, "pvguard", "code"));
}

/** XDG Base Directory Specification 0.8: a relative path there counts as none. */
function cachesOf(
  { XDG_CACHE_HOME, HOME, LOCALAPPDATA }: Readonly<Record<string, string | undefined>>,
  platform: string,
): string | undefined {
  if (platform === "win32") return LOCALAPPDATA || undefined;
  if (XDG_CACHE_HOME?.startsWith("/")) return XDG_CACHE_HOME;
  return HOME ? join(HOME, ".cache") : undefined;
}
