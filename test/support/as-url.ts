import { buildSync } from "esbuild";

/** A module of ours with all that it imports, as a URL that a process of its own can import at once, without a loader. */
export function asUrl(module: string): string {
  const { outputFiles } = buildSync({
    entryPoints: [module],
    bundle: true,
    write: false,
    platform: "node",
    format: "esm",
    target: "node20",
  });
  return `data:text/javascript,${encodeURIComponent(outputFiles[0]?.text ?? "")}`;
}
