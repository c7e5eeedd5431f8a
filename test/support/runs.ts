const given = process.env.PVGUARD_PROPERTY_RUNS;

/**
 * How many cases a property makes: `usual` ones, or this `share` of `PVGUARD_PROPERTY_RUNS`, which `npm run test:slow`
 * sets. The share is small for a property whose cases take long.
 */
export function runs(usual: number, share = 1): number {
  return given === undefined ? usual : Math.ceil(Number(given) * share);
}

/** Each `step`th of these; all of them in the slow suite. */
export function shareOf<T>(all: readonly T[], step: number): readonly T[] {
  return given === undefined ? all.filter((_, at) => at % step === 0) : all;
}
