import type { Flag } from "../../commands/index.ts";
import { say, words } from "../../model/index.ts";
import { invalid } from "./flag-error.ts";

const on = ["1", "t", "T", "true", "TRUE", "True"];
const off = ["0", "f", "F", "false", "FALSE", "False"];

/** The value in the one way that the rest of the program reads; refused as pflag refuses it. */
export function checkedValue(flag: Flag, value: string): string {
  switch (flag.takes) {
    case "nothing":
      if (on.includes(value)) return "true";
      if (off.includes(value)) return "false";
      throw invalid(flag, value, say`strconv.ParseBool: parsing "${value}": invalid syntax`);
    case "number":
      if (/^[+-]?\d{1,15}$/.test(value)) return String(Number(value));
      throw invalid(flag, value, say`strconv.ParseInt: parsing "${value}": invalid syntax`);
    case "choice":
      if (flag.values.includes(value)) return value;
      throw invalid(flag, value, words(`must be one of ${flag.values.join(", ")}`));
    case "text":
    case "texts":
      return value;
  }
}
