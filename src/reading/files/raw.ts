import type { AnyObject, kindNamed, Phrase, Resource } from "../../kubernetes/index.ts";
import { isRecord, kindOf, own, recordIn, say, textIn, words } from "../../kubernetes/index.ts";
import type { TypeMeta } from "../decode/index.ts";
import { isHeader } from "../snapshot-file/index.ts";

type Fields = { readonly [key: string]: unknown };

/** What a value of the input is. */
export type Wrapping =
  | { readonly is: "object" }
  | { readonly is: "header" }
  | {
      readonly is: "list";
      readonly items: readonly unknown[];
      /** What each item is, if the list says so. */
      readonly implied: TypeMeta | undefined;
      /** The server has more of it. */
      readonly isCut: boolean;
    }
  | { readonly is: "refused"; readonly because: Phrase };

export function wrappingOf(value: unknown): Wrapping {
  if (!isRecord(value)) return { is: "object" };
  if (isHeader(value)) return { is: "header" };
  const because = refusal(value);
  if (because !== undefined) return { is: "refused", because };
  const items = own(value, "items");
  const metadata = recordIn(value, "metadata");
  const isNamed = textIn(metadata, "name") !== undefined;
  const isEmptyList = items === null && !isNamed;
  const isList =
    Array.isArray(items) || isEmptyList || (!isNamed && /^\w*List$/.test(textIn(value, "kind") ?? ""));
  if (!isList) return { is: "object" };
  return {
    is: "list",
    items: Array.isArray(items) ? items : [],
    implied: itemType(value),
    isCut: isCut(metadata) || !(Array.isArray(items) || items === null),
  };
}

function isCut(metadata: Fields): boolean {
  return textIn(metadata, "continue") !== undefined || Number(own(metadata, "remainingItemCount") ?? 0) > 0;
}

/** The type of the items of a `PodList`; a plain `List` says nothing of them. */
function itemType(list: Fields): TypeMeta | undefined {
  const kind = (textIn(list, "kind") ?? "").replace(/List$/, "");
  const apiVersion = textIn(list, "apiVersion") ?? "";
  return kind === "" || apiVersion === "" ? undefined : { apiVersion, kind };
}

function refusal(value: Fields): Phrase | undefined {
  const kind = own(value, "kind");
  if (kind === "Status" && own(value, "apiVersion") === "v1") {
    return say`this file contains an error from the API server: ${textIn(value, "message") ?? ""}`;
  }
  if (kind === "Table" && textIn(value, "apiVersion")?.startsWith("meta.k8s.io/")) {
    return words("this is a Table, which leaves most fields out: use `kubectl get … -o json`");
  }
  if (kind === undefined && isRecord(own(value, "object")) && /^[A-Z]+$/.test(textIn(value, "type") ?? "")) {
    return words("this is a stream of watch events: use `kubectl get … -o json` without --watch");
  }
  return undefined;
}

/** Does the value say what kind it is of? */
export function saysItsKind(value: unknown): boolean {
  return isRecord(value) && textIn(value, "kind") !== undefined;
}

export function typeOf(value: unknown): TypeMeta | undefined {
  if (!isRecord(value)) return undefined;
  const apiVersion = textIn(value, "apiVersion") ?? "";
  const kind = textIn(value, "kind") ?? "";
  return apiVersion === "" || kind === "" ? undefined : { apiVersion, kind };
}

/**
 * Their names are only checked for what an address can contain: kubernetes/kubernetes
 * pkg/apis/core/validation/events.go legacyValidateEvent, pkg/apis/policy/validation/validation.go
 * ValidatePodDisruptionBudget, 1.36.
 */
const freelyNamed: readonly Resource[] = ["v1/events", "policy/v1/poddisruptionbudgets"];

/**
 * More than kubernetes/apimachinery pkg/api/validation NameIsDNSSubdomain, v0.36, allows: one APIService is named `v1.`.
 * Nothing in it means anything to a shell, to kubectl or in an address.
 */
const harmless = /^[A-Za-z0-9][\w.:-]*$/;

/** No server gives an object another name, which would be in commands that a person pastes. Empty without a problem. */
export function nameProblem(resource: Resource, { metadata }: AnyObject): string {
  const { name, namespace = "default" } = metadata;
  if (!harmless.test(namespace)) return "metadata.namespace is not a name that Kubernetes allows";
  if (harmless.test(name) || freelyNamed.includes(resource)) return "";
  return "metadata.name is not a name that Kubernetes allows";
}

export function namespaceOf(resource: Resource, value: unknown): { readonly namespace?: string } {
  const namespace = textIn(recordIn(value, "metadata"), "namespace");
  return namespace === undefined || !kindOf(resource).namespaced ? {} : { namespace };
}

/** A hand-made object with what a cluster would have given it: a namespace and a uid that others can refer to. */
export function completed(definition: NonNullable<ReturnType<typeof kindNamed>>, value: unknown): unknown {
  if (!isRecord(value)) return value;
  const metadata = own(value, "metadata");
  if (!isRecord(metadata)) return value;
  const namespace = definition.namespaced ? { namespace: own(metadata, "namespace") ?? "default" } : {};
  const parts = [definition.kind, namespace.namespace, own(metadata, "name")];
  const uid =
    own(metadata, "uid") ??
    parts
      .filter((part) => typeof part === "string")
      .join("-")
      .toLowerCase();
  return { ...value, metadata: { ...metadata, ...namespace, uid } };
}

/** Items of a list leave out their type, and hand-made objects the version that a cluster gives them. */
export function wholeOf(given: Fields, type: TypeMeta, isHandMade: boolean): object {
  const metadata = own(given, "metadata");
  const version = isHandMade && isRecord(metadata) ? { metadata: { resourceVersion: "1", ...metadata } } : {};
  return { ...type, ...given, ...version };
}
