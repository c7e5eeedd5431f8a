import { kinds } from "../kinds/index.ts";
import type { Part } from "../part.ts";

const everyKind = kinds.map(({ resource }) => resource);
const path = ["metadata", "deletionTimestamp"];

export const deleted: Part = { name: "deleted", on: everyKind, any: [{ path, is: "set" }] };

export const live: Part = { name: "live", on: everyKind, any: [{ path, is: "absent" }] };
