/** What is left out of the bundle, or exchanged for something smaller. */
import { basename, join } from "node:path";
import type { Plugin } from "esbuild";

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

/** Libraries that are rarely asked for: a file each, so that the scripts are shorter. */
export const besideScripts = ["src/cli/spinner.ts", "src/connection/kubeconfig/oidc/new-tokens.ts"];

export const loadedFromBeside: Plugin = {
  name: "loaded-from-beside",
  setup(build) {
    for (const entry of besideScripts) {
      const file = basename(entry, ".ts");
      build.onResolve({ filter: new RegExp(`/${file}\\.ts$`) }, ({ kind }) =>
        kind === "dynamic-import" ? { path: `./chunks/${file}.cjs`, external: true } : undefined,
      );
    }
  },
};

/**
 * A script for one command holds nothing of the others: src/cli names it apart from the registry of all. What completes
 * command lines has the script with everything.
 */
export function onlyCommand(command: string): Plugin {
  return {
    name: "only-command",
    setup(build) {
      const others = /\/(commands\/(all|why\.command|audit\.command)|completion\/index)\.ts$/;
      build.onResolve({ filter: others }, ({ path }) =>
        path.endsWith(`/${command}.command.ts`) ? undefined : { path, namespace: "other-commands" },
      );
      build.onLoad({ filter: /./, namespace: "other-commands" }, ({ path }) => ({
        contents: `throw new Error(${JSON.stringify(`${path} is not in the script for ${command}`)});`,
      }));
    },
  };
}

/** The second program is the first one by another name: it loads that, and does not share it as a piece of its own. */
export const mainBeside: Plugin = {
  name: "main-beside",
  setup(build) {
    build.onResolve({ filter: /^\.\/main\.ts$/ }, ({ importer }) =>
      importer.endsWith("complete.ts") ? { path: "./main.cjs", external: true } : undefined,
    );
  },
};

/** What is bundled is no longer loaded from source. */
export const fromScript: Plugin = {
  name: "from-script",
  setup(build) {
    build.onResolve({ filter: /^\.\/program\/from-source\.ts$/ }, ({ resolveDir }) => ({
      path: join(resolveDir, "program", "from-script.ts"),
    }));
  },
};
