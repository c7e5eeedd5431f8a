import type { Diagnosis, Remedy, Resource } from "../../src/model/index.ts";

/**
 * What reading less may do, on purpose: who lives in a namespace that could not be read is told of as if that stayed,
 * though it may be about to go, and be kept from going. A deletion that the server would refuse may then be proposed.
 */
export function isMeant({ holds }: Diagnosis, hidden: Resource): boolean {
  const ofRefusal = ["UndeletableInNamespace", "UndeletablePodUsesClaim"];
  return hidden === "v1/namespaces" && holds.some(({ reason }) => ofRefusal.includes(reason));
}

/** Graver the later. */
const labels: readonly Remedy["safety"][] = ["safe", "risky", "loses-data"];

/** The remedies that only less reading offers, or calls less grave. */
export function appeared(full: Diagnosis, partial: Diagnosis): readonly string[] {
  const isKnown = (remedy: Remedy) =>
    full.remedies.some(
      (known) =>
        wordsOf(known) === wordsOf(remedy) && labels.indexOf(known.safety) <= labels.indexOf(remedy.safety),
    );
  return partial.remedies
    .filter((remedy) => !isKnown(remedy) && !isKeeping(full, remedy))
    .map((remedy) => `${remedy.safety} ${wordsOf(remedy)}`);
}

const wordsOf = ({ name, commands }: Remedy) => JSON.stringify([name, commands]);

/** The data may be gone, and whoever does not know that is told how to keep it. */
function isKeeping(full: Diagnosis, { name, safety }: Remedy): boolean {
  const keeps = name === "set-retain" || name === "retain-snapshot";
  return full.fate?.data === "already-gone" && keeps && safety === "safe";
}
