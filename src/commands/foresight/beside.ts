import type { Demand } from "../../model/index.ts";
import { isRefused } from "../collect.ts";
import type { Readings, Source } from "../source.ts";
import { keyOf } from "../widen.ts";

/** What was read while the objects themselves were. */
interface Beside extends Readings {
  /** The source, which says again what it refused, when that is needed, instead of being asked again. */
  readonly source: Source;
}

/** That it fails is no news yet: what is needed of it is asked for again. */
export async function readBeside(demands: readonly Demand[], source: Source): Promise<Beside> {
  const nothing: Readings = { readings: [], skipped: [] };
  const read = demands.length === 0 ? nothing : await source.collect(demands, "beside").catch(() => nothing);
  const refused = new Map(read.readings.filter(isRefused).map((reading) => [keyOf(reading), reading]));
  return {
    readings: read.readings.filter((reading) => !isRefused(reading)),
    skipped: read.skipped,
    source: {
      ...source,
      async collect(wanted, pods) {
        const old = wanted.flatMap((demand) => refused.get(keyOf(demand)) ?? []);
        const rest = wanted.filter((demand) => !refused.has(keyOf(demand)));
        const { readings, skipped } = rest.length === 0 ? nothing : await source.collect(rest, pods);
        return { readings: [...old, ...readings], skipped };
      },
    },
  };
}
