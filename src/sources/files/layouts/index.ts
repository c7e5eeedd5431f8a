import { clusterInfoDump } from "./cluster-info-dump.ts";
import type { Layout } from "./layout.ts";
import { mustGather } from "./must-gather.ts";
import { sonobuoy } from "./sonobuoy.ts";
import { supportBundle } from "./support-bundle.ts";
import { velero } from "./velero.ts";

export type { Layout, PlacedFile } from "./layout.ts";

/** The first that fits is taken. */
const layouts: readonly Layout[] = [supportBundle, velero, sonobuoy, mustGather, clusterInfoDump];

export function layoutOf(paths: readonly string[]): Layout | undefined {
  return layouts.find((layout) => layout.isLayoutOf(paths));
}
