import { audited } from "./shown/audited.ts";
import { explained } from "./shown/explained.ts";
import { printed } from "./shown/printed.ts";
import type { Rows } from "./shown/rows.ts";

export const shown: Rows = { ...explained, ...audited, ...printed };
