import { say, words } from "../../../model/index.ts";
import { textOf } from "../encoding.ts";
import { type Place, refuse } from "../input-error.ts";

/** Part of a JSON text that is one value, with what the scanner counted in it. */
interface JsonSource {
  readonly bytes: Uint8Array;
  readonly offset: number;
  readonly place: Place;
  readonly colons: number;
}

/** JSON.parse lets the last of two equal keys win, so the keys that it kept are counted against the text's colons. */
export function jsonValue({ bytes, offset, place, colons }: JsonSource): unknown {
  const value = parsed(textOf(bytes, place, offset), place);
  if (keysIn(value) !== colons)
    throw refuse(place, words("the object that starts here has the same key twice"));
  return value;
}

function parsed(text: string, place: Place): unknown {
  try {
    return JSON.parse(text);
  } catch (problem) {
    const detail = problem instanceof Error ? problem.message : "";
    throw refuse(place, say`what starts here is not JSON: ${detail}`);
  }
}

/** The scanner has bounded the nesting. */
function keysIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, entry) => sum + keysIn(entry), 0);
  const entries = Object.values(value);
  return entries.reduce<number>((sum, entry) => sum + keysIn(entry), entries.length);
}
