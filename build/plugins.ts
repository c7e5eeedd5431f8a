/** What the bundle has in place of what the source names. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { policyFor, script, style } from "../src/render/html/page/index.ts";
import { makePacker } from "./packer.ts";

/**
 * The width of a text, as yargs, ora and cli-table3 ask for it: theirs are three versions, which compile tables of all of
 * Unicode when they are loaded. A CommonJS module, since cli-table3 is one and calls what it requires.
 */
export const oneStringWidth: Plugin = {
  name: "one-string-width",
  setup(build) {
    build.onResolve({ filter: /^string-width$/ }, () => ({ path: "string-width", namespace: "one-width" }));
    build.onLoad({ filter: /./, namespace: "one-width" }, () => ({
      contents: 'module.exports = require("./src/render/line.ts").widthOf;',
      resolveDir: join(import.meta.dirname, ".."),
    }));
  },
};

/**
 * Yargs on the platform that it has for browsers, which reads no files when it is loaded (locales, configurations, the
 * caller's package.json) and needs no path of its own. That platform names two of its packages by an address.
 */
export const yargsAlone: Plugin = {
  name: "yargs-alone",
  setup(build) {
    build.onResolve({ filter: /platform-shims[\\/]esm\.mjs$/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path.replace("esm.mjs", "browser.mjs")),
    }));
    build.onResolve({ filter: /^https:\/\/unpkg\.com\/(?:cliui|yargs-parser)@/ }, ({ path, resolveDir }) =>
      build.resolve(/cliui|yargs-parser/.exec(path)?.[0] ?? path, { kind: "import-statement", resolveDir }),
    );
    build.onResolve({ filter: /^(fs|node:module)$/ }, ({ importer, path }) =>
      importer.includes("yargs-parser") ? { path, namespace: "no-files" } : undefined,
    );
    build.onLoad({ filter: /./, namespace: "no-files" }, () => ({
      contents: `
        export function readFileSync() { throw new Error("no option names a file"); }
        export const createRequire = undefined;
      `,
    }));
  },
};

/** The packer is inside the script, as text. */
export const packerInside: Plugin = {
  name: "packer-inside",
  setup(build) {
    build.onLoad({ filter: /object-store[\\/]packer-code\.ts$/ }, async () => {
      const bytes = await readFile(await makePacker());
      const text = bytes.toString("base64");
      return { contents: `export const packerCode = () => Buffer.from("${text}", "base64");` };
    });
  },
};

/** The style and the script of the HTML page are inside, smaller, with a policy that names them as they are there. */
export const pageInside: Plugin = {
  name: "page-inside",
  setup(build) {
    build.onLoad({ filter: /render[\\/]html[\\/]page[\\/]index\.ts$/ }, async () => {
      const { transform } = build.esbuild;
      const css = (await transform(style, { loader: "css", minify: true })).code.trim();
      const js = (await transform(script, { minify: true, format: "iife", target: "es2022" })).code.trim();
      const parts = { style: css, script: js, policy: policyFor(css, js) };
      const lines = Object.entries(parts).map(
        ([name, text]) => `export const ${name} = ${JSON.stringify(text)};`,
      );
      return { contents: lines.join("\n") };
    });
  },
};

/** The second program is the first one by another name. */
export const mainBeside: Plugin = {
  name: "main-beside",
  setup(build) {
    build.onResolve({ filter: /^\.\/main\.ts$/ }, ({ importer }) =>
      importer.endsWith("complete.ts") ? { path: "./main.cjs", external: true } : undefined,
    );
  },
};

/** What starts the program is small: it answers `--version`, and loads the rest, whose compiled code Node.js can keep. */
export const programBeside: Plugin = {
  name: "program-beside",
  setup(build) {
    build.onResolve({ filter: /^\.\/program\/index\.ts$/ }, () => ({
      path: "./program.cjs",
      external: true,
    }));
  },
};

/** In an executable there is nothing beside it. */
export const programInside: Plugin = {
  name: "program-inside",
  setup(build) {
    build.onResolve({ filter: /^\.\/program\/index\.ts$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "program", "in-executable.ts"),
    }));
  },
};
