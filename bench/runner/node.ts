import { execFileSync } from "node:child_process";
import { basename, dirname, resolve } from "node:path";
import type { Variant } from "./variant.ts";

/** A Node.js that runs what is measured. */
export interface Node {
  /** Where it is, as `node`. */
  readonly folder: string;
  /** Such as `Node.js 22.23.3`, where it is not the one that runs the benchmark itself. */
  readonly title?: string;
  /** Whether it keeps compiled code for the next start. */
  readonly code: "kept" | "compiled at each start";
}

export const ownNode: Node = { folder: dirname(process.execPath), code: codeOf(process.version) };

/** `module.enableCompileCache` came with Node.js 22. */
function codeOf(version: string): Node["code"] {
  return Number.parseInt(version.slice(1), 10) >= 22 ? "kept" : "compiled at each start";
}

export function otherNode(path: string): Node {
  if (basename(path) !== "node")
    throw new Error(`${path}: what is measured looks for Node.js by the name node`);
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim();
  return { folder: dirname(resolve(path)), title: `Node.js ${version.slice(1)}`, code: codeOf(version) };
}

/** What this Node.js runs. */
export function runBy({ folder, title }: Pick<Node, "folder" | "title">, variant: Variant): Variant {
  const name = title === undefined ? variant.name : `${variant.name}, ${title}`;
  return { ...variant, name, path: folder };
}
