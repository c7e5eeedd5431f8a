import type { apiServices, events, leases, namespaces, nodes } from "../../../kubernetes/index.ts";
import type { FieldsFor } from "../field.ts";
import { flag, integer, message, messages, microTime, text, texts, time } from "../field.ts";
import { conditions } from "./common.ts";

/** kubernetes/api core/v1/generated.proto Node (v1.36). */
export const node = {
  spec: message(2, {
    providerID: text(3, "omitempty"),
    unschedulable: flag(4, "omitempty"),
    taints: messages(5, {
      key: text(1),
      value: text(2, "omitempty"),
      effect: text(3),
      timeAdded: time(4),
    }),
  }),
  status: message(3, {
    volumesInUse: texts(9),
    volumesAttached: messages(10, { name: text(1), devicePath: text(2) }),
    nodeInfo: message(7, { bootID: text(3), kubeletVersion: text(7) }),
    conditions: messages(4, {
      type: text(1),
      status: text(2),
      reason: text(5, "omitempty"),
      lastTransitionTime: time(4),
      lastHeartbeatTime: time(3),
    }),
  }),
} as const satisfies FieldsFor<(typeof nodes)["fields"]>;

/** kubernetes/api core/v1/generated.proto Namespace (v1.36). */
export const namespace = {
  spec: message(2, { finalizers: texts(1) }),
  status: message(3, { phase: text(1, "omitempty"), conditions: conditions(2, 4) }),
} as const satisfies FieldsFor<(typeof namespaces)["fields"]>;

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

/** kubernetes/api coordination/v1/generated.proto Lease (v1.36). */
export const lease = {
  spec: message(2, {
    holderIdentity: text(1),
    renewTime: microTime(4),
    leaseDurationSeconds: integer(2),
  }),
} as const satisfies FieldsFor<(typeof leases)["fields"]>;

/** kubernetes/kube-aggregator pkg/apis/apiregistration/v1/generated.proto APIService (v1.36). */
export const apiService = {
  spec: message(2, {
    group: text(2, "omitempty"),
    version: text(3, "omitempty"),
    service: message(1, { namespace: text(1, "omitempty"), name: text(2, "omitempty") }),
  }),
  status: message(3, { conditions: conditions(1, 3) }),
} as const satisfies FieldsFor<(typeof apiServices)["fields"]>;
