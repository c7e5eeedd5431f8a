import type { Namespace, Node } from "../../../src/kubernetes/index.ts";
import type { MetaFacts } from "./metadata.ts";
import { created, metadataOf } from "./metadata.ts";

interface NodeFacts extends MetaFacts {
  readonly ready?: "True" | "False" | "Unknown";
  readonly readySince?: string;
  readonly taints?: readonly string[];
  readonly volumesInUse?: readonly string[];
  readonly volumesAttached?: readonly string[];
  readonly providerID?: string;
}

/** A node `node-a`, Ready. */
export function node(facts: NodeFacts = {}): Node {
  return {
    apiVersion: "v1",
    kind: "Node",
    metadata: metadataOf(facts, "node-a"),
    spec: {
      ...(facts.providerID === undefined ? {} : { providerID: facts.providerID }),
      taints: (facts.taints ?? []).map((key) => ({ key, effect: "NoExecute" })),
    },
    status: {
      volumesInUse: facts.volumesInUse ?? [],
      ...(facts.volumesAttached === undefined
        ? {}
        : { volumesAttached: facts.volumesAttached.map((name) => ({ name, devicePath: "" })) }),
      conditions: [
        { type: "Ready", status: facts.ready ?? "True", lastTransitionTime: facts.readySince ?? created },
      ],
    },
  };
}

type NamespaceCondition = NonNullable<NonNullable<Namespace["status"]>["conditions"]>[number];

interface NamespaceFacts extends MetaFacts {
  readonly conditions?: readonly NamespaceCondition[];
}

/** A namespace `shop`, Terminating when it has a deletionTimestamp. */
export function namespaceObject(facts: NamespaceFacts = {}): Namespace {
  return {
    apiVersion: "v1",
    kind: "Namespace",
    metadata: metadataOf(facts, "shop"),
    spec: { finalizers: ["kubernetes"] },
    status: {
      phase: facts.deletionTimestamp === undefined ? "Active" : "Terminating",
      conditions: facts.conditions ?? [],
    },
  };
}
