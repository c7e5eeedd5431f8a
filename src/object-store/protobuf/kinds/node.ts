import type { nodes } from "../../../model/index.ts";
import { type FieldsFor, flag, message, messages, text, texts, time } from "../field.ts";

/** kubernetes/api core/v1/generated.proto Node (v1.36). */
export const node = {
  spec: message(2, {
    providerID: text(3, "omitempty"),
    unschedulable: flag(4, "omitempty"),
    taints: messages(5, { key: text(1), value: text(2, "omitempty"), effect: text(3) }),
  }),
  status: message(3, {
    volumesInUse: texts(9),
    volumesAttached: messages(10, { name: text(1), devicePath: text(2) }),
    nodeInfo: message(7, { bootID: text(3) }),
    conditions: messages(4, {
      type: text(1),
      status: text(2),
      reason: text(5, "omitempty"),
      lastTransitionTime: time(4),
      lastHeartbeatTime: time(3),
    }),
  }),
} as const satisfies FieldsFor<(typeof nodes)["fields"]>;
