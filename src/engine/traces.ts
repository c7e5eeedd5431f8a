import { partsOfKey, type Recipe } from "../model/index.ts";

/**
 * Texts that stand as they are in every object with this key, if the recipe says as much: but for those that it would
 * have asked for their keys.
 */
export function tracesOf({ keys }: Recipe, key: string): readonly string[] | undefined {
  const texts = keys.flatMap(({ of }) => of);
  if (texts.some((text) => text.take === "all" && "orElse" in text && text.orElse !== "")) return undefined;
  const joined = keys.filter(({ of }) => "length" in of).length;
  if (joined > 0 && joined < keys.length) return undefined;
  const parts = (joined === 0 ? [key] : partsOfKey(key)).filter((part) => part !== "");
  // What tells it from others comes last: first the namespace, then the name.
  return parts.length === 0 ? undefined : parts.reverse();
}
