import {
  flag,
  integer,
  map,
  message,
  messages,
  microTime,
  text,
  texts,
} from "../../src/object-store/protobuf/field.ts";
import { metadata as read } from "../../src/object-store/protobuf/kinds/common.ts";
import type { Wires } from "../../test/support/protobuf/encode.ts";
import { joined } from "./wire.ts";

/** kubernetes/apimachinery pkg/apis/meta/v1/generated.proto ObjectMeta, ManagedFieldsEntry (v1.36). */
const besideMetadata: Wires = {
  generateName: text(2, "omitempty"),
  selfLink: text(4, "omitempty"),
  managedFields: messages(17, { apiVersion: text(3, "omitempty"), fieldsType: text(6, "omitempty") }),
};

export const metadata: Wires = joined(read, besideMetadata);

/** kubernetes/api core/v1/generated.proto NodeSpec, NodeStatus (v1.36). */
export const node: Wires = {
  spec: message(2, { podCIDR: text(1, "omitempty"), podCIDRs: texts(7), externalID: text(2, "omitempty") }),
  status: message(3, {
    capacity: map(1, "quantity"),
    allocatable: map(2, "quantity"),
    phase: text(3, "omitempty"),
    conditions: messages(4, { message: text(6, "omitempty") }),
    addresses: messages(5, { type: text(1), address: text(2) }),
    daemonEndpoints: message(6, { kubeletEndpoint: message(1, { Port: integer(1) }) }),
    nodeInfo: message(7, {
      machineID: text(1),
      systemUUID: text(2),
      kernelVersion: text(4),
      osImage: text(5),
      containerRuntimeVersion: text(6),
      kubeletVersion: text(7),
      kubeProxyVersion: text(8),
      operatingSystem: text(9),
      architecture: text(10),
    }),
    images: messages(8, { names: texts(1), sizeBytes: integer(2) }),
    runtimeHandlers: messages(12, {
      name: text(1),
      features: message(2, { recursiveReadOnlyMounts: flag(1), userNamespaces: flag(2) }),
    }),
  }),
};

/** kubernetes/api coordination/v1/generated.proto LeaseSpec (v1.36). */
export const lease: Wires = { spec: message(2, { acquireTime: microTime(3), leaseTransitions: integer(5) }) };

/** kubernetes/kube-aggregator pkg/apis/apiregistration/v1/generated.proto APIServiceSpec (v1.36). */
export const apiService: Wires = {
  spec: message(2, { groupPriorityMinimum: integer(7), versionPriority: integer(8) }),
};

/** kubernetes/api core/v1/generated.proto Event, ObjectReference (v1.36). */
export const event: Wires = {
  involvedObject: message(2, { resourceVersion: text(6, "omitempty"), fieldPath: text(7, "omitempty") }),
  action: text(12, "omitempty"),
  reportingInstance: text(15),
};
