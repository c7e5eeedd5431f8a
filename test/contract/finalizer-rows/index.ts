import { jsonPatchRows } from "./json-patch.ts";
import { mergePatchRows } from "./merge-patch.ts";
import { putRows } from "./put.ts";
import type { Row } from "./row.ts";
import { strategicRows } from "./strategic.ts";

export const rows: readonly Row[] = [...putRows, ...jsonPatchRows, ...mergePatchRows, ...strategicRows];
