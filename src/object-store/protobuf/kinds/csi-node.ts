import type { csiNodes } from "../../../model/index.ts";
import { type FieldsFor, message, messages, text } from "../field.ts";

/** kubernetes/api storage/v1/generated.proto CSINode (v1.36). */
export const csiNode = {
  spec: message(2, { drivers: messages(1, { name: text(1), nodeID: text(2) }) }),
} as const satisfies FieldsFor<(typeof csiNodes)["fields"]>;
