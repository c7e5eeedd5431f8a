import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative } from "node:path";
import { compileFunction } from "node:vm";
import type { Plugin } from "esbuild";
import { build } from "esbuild";
import type { KeptTest } from "./node-test.ts";

/** Test files with the code that they test, to be loaded as often as it takes. */
export type LoadTests = () => readonly KeptTest[];

/** Bundles once: starting a process for each file and each mutant costs a hundred times what the tests cost. */
export async function bundleTests(root: string, files: readonly string[]): Promise<LoadTests> {
  const imports = ["test/groups/seed.ts", ...files].map((file) => `import "./${file}";`);
  const { outputFiles } = await build({
    stdin: {
      contents: `${imports.join("\n")}\nexport { keptTests } from "node:test";`,
      resolveDir: root,
      loader: "ts",
    },
    bundle: true,
    write: false,
    platform: "node",
    format: "cjs",
    target: "node20",
    packages: "external",
    // package.json says that importing a file does nothing: true of what is shipped, and not of tests.
    ignoreAnnotations: true,
    logLevel: "error",
    plugins: [asTests(root)],
  });
  const code = outputFiles[0]?.text ?? "";
  const load = compileFunction(code, ["require", "module"], { filename: join(root, "bundled-tests.cjs") });
  const required = createRequire(join(root, "package.json"));
  return () => {
    const module: { exports: { keptTests?: LoadTests } } = { exports: {} };
    load(required, module);
    return module.exports.keptTests?.() ?? [];
  };
}

/** Our own `node:test`, and each file knows where it is. */
function asTests(root: string): Plugin {
  return {
    name: "as-tests",
    setup(esbuild) {
      esbuild.onResolve({ filter: /^node:test$/ }, () => ({
        path: join(import.meta.dirname, "node-test.ts"),
      }));
      esbuild.onLoad({ filter: /[\\/](src|test)[\\/].*\.ts$/ }, async ({ path }) => {
        const text = (await readFile(path, "utf8"))
          .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)))
          .replaceAll("import.meta.url", JSON.stringify(`file://${path}`));
        const contents = path.endsWith(".test.ts") ? `${saysWhere(relative(root, path))}${text}` : text;
        return { contents, loader: "ts" };
      });
    },
  };
}

function saysWhere(file: string): string {
  return `import { inFile } from "node:test"; inFile(${JSON.stringify(file)});\n`;
}
