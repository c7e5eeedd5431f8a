import type { Renderer } from "../../src/render/index.ts";
import { reportFormats } from "../../src/render/index.ts";

/** Every format of a report, loaded. */
export const renderers: readonly Renderer[] = await Promise.all(
  [...reportFormats.values()].map((load) => load()),
);
