import { words } from "../../model/index.ts";
import { refuse } from "./input-error.ts";
import { defaultLimits } from "./limits.ts";
import { yamlValue } from "./yaml/value.ts";

/** The one document that a small file holds, as YAML or JSON. Throws an `InputError` with the place of what is wrong. */
export function documentIn(text: string, file: string): unknown {
  if (text.trim() === "") throw refuse({ file }, words("it is empty"));
  if (!/^\s*[{[]/.test(text)) return yamlValue(text, file, 1, defaultLimits);
  try {
    return JSON.parse(text);
  } catch {
    return yamlValue(text, file, 1, defaultLimits);
  }
}
