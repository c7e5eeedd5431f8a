/** What the bundle has in place of what the source names. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Plugin } from "esbuild";
import { commandHelp, globalOptions, rootHelp } from "../src/cli/help/help.ts";
import { commands } from "../src/commands/all.ts";
import { makePacker } from "./packer.ts";

/**
 * The client library is there to refresh OIDC tokens, which it does over node:https. Its transport, its proxies and its
 * thousand generated models are never touched on that way, and undici needs a newer Node.js than pvguard.
 */
const leftOut: readonly (readonly [module: RegExp, exports: readonly string[]])[] = [
  [/^undici$/, ["Agent", "ProxyAgent"]],
  [/^socks$/, ["SocksClient"]],
  [/^socks-proxy-agent$/, ["SocksProxyAgent"]],
  [/^hpagent$/, ["HttpProxyAgent", "HttpsProxyAgent"]],
  [/^\.\/gen\/index\.js$/, ["createConfiguration", "ServerConfiguration"]],
];

export const onlyTokenRefresh: Plugin = {
  name: "only-token-refresh",
  setup(build) {
    for (const [module, names] of leftOut) {
      build.onResolve({ filter: module }, ({ importer, path }) =>
        importer.includes("@kubernetes/client-node")
          ? { path, namespace: "left-out", pluginData: names }
          : undefined,
      );
    }
    build.onLoad({ filter: /./, namespace: "left-out" }, ({ pluginData }) => ({
      contents: pluginData.map((name: string) => `export class ${name} {}`).join("\n"),
    }));
  },
};

/**
 * The width of a text, as yargs, ora and cli-table3 ask for it: theirs compiles tables of all of Unicode when it is
 * loaded. A CommonJS module, since cli-table3 is one and calls what it requires.
 */
export const ownStringWidth: Plugin = {
  name: "own-string-width",
  setup(build) {
    build.onResolve({ filter: /^string-width$/ }, () => ({ path: "string-width", namespace: "own-width" }));
    build.onLoad({ filter: /./, namespace: "own-width" }, () => ({
      contents: `
        const { widthOf } = require("./src/render/width.ts");
        module.exports = (text) => widthOf(text.replaceAll(/\\u001b\\[[0-9;]*m/g, ""));
      `,
      resolveDir: join(import.meta.dirname, ".."),
    }));
  },
};

/**
 * Of yargs only its parser is used. What the module of helpers loads besides would read files when it is loaded; and the
 * parser reads files for options that name one, of which there is none here.
 */
export const onlyParser: Plugin = {
  name: "only-parser",
  setup(build) {
    build.onResolve(
      { filter: /^\.\.?\/.*(platform-shims\/esm|utils\/apply-extends|utils\/process-argv)\.m?js$/ },
      ({ importer, path, resolveDir }) =>
        importer.includes("yargs") ? { path: join(resolveDir, path), sideEffects: false } : undefined,
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

/** What there is of help, by what it is about. */
function helpBySubject(): Readonly<Record<string, string>> {
  const ofCommands = commands.map((command) => [command.name, commandHelp(command)] as const);
  return Object.fromEntries([["", rootHelp(commands)], ["options", globalOptions()], ...ofCommands]);
}

/** Help does not depend on where it is printed, so it is made when the program is built. */
export const readyHelp: Plugin = {
  name: "ready-help",
  setup(build) {
    build.onLoad({ filter: /src[\\/]cli[\\/]help[\\/]ready\.ts$/ }, () => ({
      contents: `export const readyHelp = ${JSON.stringify(helpBySubject())};`,
    }));
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
