import { ofAny } from "./any.ts";
import { ofArrays } from "./arrays.ts";
import { ofClouds } from "./clouds.ts";
import { ofClusters } from "./clusters.ts";

const samples: Readonly<Record<string, readonly string[]>> = { ...ofClouds, ...ofClusters, ...ofArrays };

/** The driver of these, by the name that its table has first, and the errors of it as they reach a person. */
export function samplesOf(table: string): { readonly driver: string; readonly texts: readonly string[] } {
  if (table === "") return { driver: "csi.unheard-of.example", texts: ofAny };
  const driver = Object.keys(samples).find((each) => each === table || each.endsWith(`.${table}`)) ?? "";
  return { driver, texts: samples[driver] ?? [] };
}

/** The error that an entry of a driver's table stands for. */
export function sampleOf(table: string, says: RegExp): string | undefined {
  return samplesOf(table).texts.find((text) => says.test(text.replace(/\s+/g, " ")));
}
