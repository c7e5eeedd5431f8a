import { execFileSync } from "node:child_process";
import { resolve } from "node:path";
import type { Variant } from "./variant.ts";

/** A Node.js that runs what is measured. */
export interface Node {
  readonly path: string;
  /** Such as `Node.js 22.23.3`, where it is not the one that runs the benchmark itself. */
  readonly title?: string;
}

export const ownNode: Node = { path: process.execPath };

export function otherNode(path: string): Node {
  const version = execFileSync(path, ["--version"], { encoding: "utf8" }).trim();
  return { path: resolve(path), title: `Node.js ${version.slice(1)}` };
}

/** What this Node.js runs; `argv` is without the path of Node.js. */
export function runBy({ path, title }: Node, variant: Variant): Variant {
  const name = title === undefined ? variant.name : `${variant.name}, ${title}`;
  return { ...variant, name, argv: [path, ...variant.argv] };
}
