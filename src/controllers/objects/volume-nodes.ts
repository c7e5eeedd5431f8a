import type { Cluster, Unread, Walked } from "../../cluster/index.ts";
import { everywhere, someOf } from "../../cluster/index.ts";
import type { Node, PersistentVolume, StorageClass } from "../../kubernetes/index.ts";
import { labelOf } from "../../kubernetes/index.ts";
import { labelKey, nodesByLabel } from "../indexes/index.ts";
import type { Terms } from "./volume-affinity.ts";
import { termsOf } from "./volume-affinity.ts";

type Expression = NonNullable<Terms[number]["matchExpressions"]>[number];

/** The nodes on which a volume can be used. */
type UsableNodes =
  /** The volume does not say: any node. */
  | { readonly nodes: "any" }
  | { readonly nodes: "some" }
  /** No node matches. `wanted` is what the volume asks for, as `key=value and key=value or key=value`. */
  | { readonly nodes: "none"; readonly wanted: string }
  | { readonly nodes: "unread"; readonly unread: Unread };

type NodesOfClass =
  | { readonly nodes: "any" }
  | { readonly nodes: "some" | "none"; readonly wanted: string }
  | { readonly nodes: "unread"; readonly unread: Unread; readonly wanted: string };

/**
 * Of an in-tree volume, a node that has its zone in either way counts: the scheduler compares the translated volume where the
 * node says that its plugin is migrated, and the volume itself elsewhere.
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go tryTranslatePVToCSI and
 * staging/src/k8s.io/component-helpers/scheduling/corev1/nodeaffinity/nodeaffinity.go
 * LazyErrorNodeSelector.Match, 1.36: one term must match, and in it every expression. An empty term matches nothing.
 */
export function usableNodes(volume: PersistentVolume, cluster: Cluster): UsableNodes {
  const terms = termsOf(volume);
  return terms === undefined ? { nodes: "any" } : nodesOfTerms(terms, cluster);
}

/**
 * Is there a node on which all of these volumes can be used? Volumes that can be used anywhere do not matter.
 * kubernetes/kubernetes pkg/scheduler/framework/plugins/volumebinding/binder.go checkBoundClaims, 1.36.
 */
export function nodesReachAll(
  volumes: readonly PersistentVolume[],
  cluster: Cluster,
): "some" | "none" | "unread" {
  const [first, ...others] = volumes.map(termsOf).filter((terms) => terms !== undefined);
  if (first === undefined || others.length === 0) return "some";
  for (const term of first) {
    for (const nodes of candidates(term, cluster)) {
      if (!nodes.read) return "unread";
      const isReached = (node: Node) =>
        matchesTerm(term, node) && others.every((terms) => terms.some((each) => matchesTerm(each, node)));
      if (someOf(nodes.objects, isReached)) return "some";
    }
  }
  return "none";
}

/** Can a volume be used on another node than this one? Also where the labels of the volume's nodes are not all known, one is enough. */
export function isUsableElsewhere(
  volume: PersistentVolume,
  node: string,
  cluster: Cluster,
): "yes" | "no" | { readonly unread: Unread } {
  for (const term of termsOf(volume) ?? []) {
    for (const nodes of candidates(term, cluster)) {
      if (!nodes.read) return { unread: nodes.unread };
      if (someOf(nodes.objects, (each) => each.metadata.name !== node && matchesTerm(term, each)))
        return "yes";
    }
  }
  return termsOf(volume) === undefined ? "yes" : "no";
}

/** The nodes on which a volume can be used, if none of them is one of these; nothing where any node would do. */
export function usableNodesUnless(
  volume: PersistentVolume,
  cluster: Cluster,
  isOne: (node: Node) => boolean,
): readonly Node[] | undefined {
  const found = new Map<string, Node>();
  const terms = termsOf(volume);
  for (const term of terms ?? []) {
    for (const nodes of candidates(term, cluster)) {
      if (!nodes.read) return undefined;
      for (const node of nodes.objects) {
        if (!matchesTerm(term, node)) continue;
        if (isOne(node)) return undefined;
        found.set(node.metadata.name, node);
      }
    }
  }
  return terms === undefined ? undefined : [...found.values()];
}

/** What a volume asks for, as `key=value and key=value or key=value`. */
export function wantedNodes(volume: PersistentVolume): string | undefined {
  const terms = termsOf(volume);
  return terms === undefined ? undefined : wantedBy(terms);
}

/**
 * The nodes where a StorageClass lets volumes be made; what it asks for is said also where nodes have it.
 * kubernetes/kubernetes staging/src/k8s.io/component-helpers/scheduling/corev1/helpers.go MatchTopologySelectorTerms via
 * pkg/apis/core/v1/helper, 1.36: an empty term matches nothing, and no terms at all match everything.
 */
export function nodesOfClass({ allowedTopologies = [] }: StorageClass, cluster: Cluster): NodesOfClass {
  if (allowedTopologies.length === 0) return { nodes: "any" };
  const terms = allowedTopologies.map(({ matchLabelExpressions = [] }) => ({
    matchExpressions: matchLabelExpressions.map(({ key, values }) => ({ key, values, operator: "In" })),
  }));
  return { ...nodesOfTerms(terms, cluster), wanted: wantedBy(terms) };
}

function nodesOfTerms(terms: Terms, cluster: Cluster): Exclude<UsableNodes, { nodes: "any" }> {
  for (const term of terms) {
    for (const nodes of candidates(term, cluster)) {
      if (!nodes.read) return { nodes: "unread", unread: nodes.unread };
      if (someOf(nodes.objects, (node) => matchesTerm(term, node))) return { nodes: "some" };
    }
  }
  return { nodes: "none", wanted: wantedBy(terms) };
}

/**
 * The nodes that can match at all, so that not every volume is compared with every node. One of the first few often does,
 * and then the labels of all need not be known.
 */
function* candidates({ matchExpressions = [] }: Terms[number], cluster: Cluster): Iterable<Walked<Node>> {
  const narrow = matchExpressions.find(({ operator }) => operator === "In");
  const { key = "", values = [] } = narrow ?? {};
  if (narrow !== undefined && values.length === 0) return;
  const all = cluster.walkAll("v1/nodes", everywhere);
  yield narrow === undefined || !all.read ? all : { read: true, objects: firstOf(all.objects) };
  for (const value of values) yield cluster.walkWith(nodesByLabel, labelKey(key, value), everywhere);
}

const few = 64;

function* firstOf(nodes: Iterable<Node>): Iterable<Node> {
  let count = 0;
  for (const node of nodes) {
    if (count++ === few) return;
    yield node;
  }
}

function matchesTerm({ matchExpressions = [], matchFields = [] }: Terms[number], node: Node): boolean {
  if (matchExpressions.length + matchFields.length === 0) return false;
  return (
    matchExpressions.every((expression) => holds(expression, labelOf(node, expression.key ?? ""))) &&
    matchFields.every((field) => holds(field, field.key === "metadata.name" ? node.metadata.name : undefined))
  );
}

/** `Gt` and `Lt` compare whole numbers. */
function holds({ operator, values = [] }: Expression, value: string | undefined): boolean {
  const [bound] = values;
  switch (operator) {
    case "In":
      return value !== undefined && values.includes(value);
    case "NotIn":
      return value === undefined || !values.includes(value);
    case "Exists":
      return value !== undefined;
    case "DoesNotExist":
      return value === undefined;
    case "Gt":
      return Number(value) > Number(bound);
    case "Lt":
      return Number(value) < Number(bound);
    default:
      return false;
  }
}

function wantedBy(terms: Terms): string {
  const all = terms.map(({ matchExpressions = [], matchFields = [] }) =>
    [...matchExpressions, ...matchFields]
      .map(
        ({ key = "", operator = "", values = [] }) =>
          `${key}${operator === "In" ? "=" : ` ${operator} `}${values.join(",")}`,
      )
      .join(" and "),
  );
  return [...new Set(all)].join(" or ");
}
