/** For esbuild: a file in a bundle still knows where its source is. */
import { readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "esbuild";

const plugin: Plugin = {
  name: "where-it-is",
  setup(esbuild) {
    esbuild.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, "utf8");
      return { contents: text.includes("import.meta.") ? `${said(path)}${text}` : text, loader: "ts" };
    });
  },
};

/** On the first line, so that no line gets another number. */
function said(path: string): string {
  const where = { sourceFile: path, sourceFolder: dirname(path), sourceUrl: pathToFileURL(path).href };
  return Object.entries(where)
    .map(([name, value]) => `const ${name} = ${JSON.stringify(value)};`)
    .join("");
}

export const whereItIs = {
  define: {
    "import.meta.filename": "sourceFile",
    "import.meta.dirname": "sourceFolder",
    "import.meta.url": "sourceUrl",
  },
  plugins: [plugin],
};
