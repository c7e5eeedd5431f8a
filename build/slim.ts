/** What is left out of the bundle, or exchanged for something smaller. */
import type { Plugin } from "esbuild";

/**
 * The client library is used to refresh OIDC tokens only, over node:https. Its own transport is never called, and undici
 * needs a newer Node.js than pvguard.
 */
export const withoutUndici: Plugin = {
  name: "without-undici",
  setup(build) {
    build.onResolve({ filter: /^undici$/ }, () => ({ path: "undici", namespace: "left-out" }));
    build.onLoad({ filter: /.*/, namespace: "left-out" }, () => ({
      contents: "export class Agent {} export class ProxyAgent {} export const fetch = undefined;",
    }));
  },
};

/** Its package.json does not say so, but the library's generated modules do nothing when they are loaded. */
export const withoutUnusedModels: Plugin = {
  name: "without-unused-models",
  setup(build) {
    build.onResolve({ filter: /./ }, async (args) => {
      const isAgain = args.pluginData === "resolving";
      if (isAgain || !/@kubernetes\/client-node/.test(`${args.path} ${args.importer}`)) return undefined;
      const { path, external, namespace } = await build.resolve(args.path, {
        kind: args.kind,
        resolveDir: args.resolveDir,
        importer: args.importer,
        pluginData: "resolving",
      });
      return { path, external, namespace, sideEffects: false };
    });
  },
};

/** The width of a text, as yargs and ora ask for it: theirs compiles tables of all of Unicode when it is loaded. */
export const ownStringWidth: Plugin = {
  name: "own-string-width",
  setup(build) {
    build.onResolve({ filter: /^string-width$/ }, () => ({ path: "string-width", namespace: "own-width" }));
    build.onLoad({ filter: /.*/, namespace: "own-width" }, () => ({
      contents: `
        import { widthOf } from "./src/render/width.ts";
        export default (text) => widthOf(text.replaceAll(/\\u001b\\[[0-9;]*m/g, ""));
      `,
      resolveDir: process.cwd(),
    }));
  },
};
