import type { events } from "../../../model/index.ts";
import { type FieldsFor, integer, message, microTime, text, time } from "../field.ts";

/** kubernetes/api core/v1/generated.proto Event, ObjectReference (v1.36). */
export const event = {
  involvedObject: message(2, {
    apiVersion: text(5, "omitempty"),
    kind: text(1, "omitempty"),
    namespace: text(2, "omitempty"),
    name: text(3, "omitempty"),
    uid: text(4, "omitempty"),
  }),
  reason: text(3, "omitempty"),
  message: text(4, "omitempty"),
  type: text(9, "omitempty"),
  count: integer(8, "omitempty"),
  firstTimestamp: time(6),
  lastTimestamp: time(7),
  eventTime: microTime(10),
  series: message(11, { count: integer(1, "omitempty"), lastObservedTime: microTime(2) }),
  source: message(5, { component: text(1, "omitempty"), host: text(2, "omitempty") }),
  reportingComponent: text(14),
} as const satisfies FieldsFor<(typeof events)["fields"]>;
