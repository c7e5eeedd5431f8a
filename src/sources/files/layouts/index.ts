import { clusterInfoDump } from "./cluster-info-dump.ts";
import type { Layout } from "./layout.ts";
import { mustGather } from "./must-gather.ts";
import { supportBundle } from "./support-bundle.ts";

export type { Layout, PlacedFile } from "./layout.ts";

/** The first that fits is taken. */
const layouts: readonly Layout[] = [supportBundle, mustGather, clusterInfoDump];

export function layoutOf(paths: readonly string[]): Layout | undefined {
  return layouts.find((layout) => layout.isLayoutOf(paths));
}
