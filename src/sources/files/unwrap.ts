import { type Phrase, say, words } from "../../model/index.ts";
import { isRecord, own, type TypeMeta } from "../decode/index.ts";
import { isHeader } from "../snapshot-file/index.ts";

/** What a value of the input is. */
export type Wrapping =
  | { readonly is: "object"; readonly value: unknown }
  | { readonly is: "header"; readonly value: unknown }
  | {
      readonly is: "list";
      readonly items: readonly unknown[];
      /** What each item is, if the list says so. */
      readonly implied?: TypeMeta;
      /** The server has more of it. */
      readonly isCut: boolean;
    }
  | { readonly is: "refused"; readonly because: Phrase };

export function unwrap(value: unknown): Wrapping {
  if (!isRecord(value)) return { is: "object", value };
  if (isHeader(value)) return { is: "header", value };
  const because = refusal(value);
  if (because !== undefined) return { is: "refused", because };
  const items = own(value, "items");
  const metadata = own(value, "metadata");
  const isNamed = isRecord(metadata) && textAt(metadata, "name") !== "";
  const isEmptyList = items === null && !isNamed;
  const isList = Array.isArray(items) || isEmptyList || (!isNamed && /^\w*List$/.test(textAt(value, "kind")));
  if (!isList) return { is: "object", value };
  const implied = itemType(value);
  return {
    is: "list",
    items: Array.isArray(items) ? items : [],
    ...(implied === undefined ? {} : { implied }),
    isCut: continues(metadata) || !(Array.isArray(items) || items === null),
  };
}

/** The type of the items of a `PodList`; a plain `List` says nothing of them. */
function itemType(list: { readonly [key: string]: unknown }): TypeMeta | undefined {
  const kind = textAt(list, "kind").replace(/List$/, "");
  const apiVersion = textAt(list, "apiVersion");
  return kind === "" || apiVersion === "" ? undefined : { apiVersion, kind };
}

function continues(metadata: unknown): boolean {
  return isRecord(metadata) && textAt(metadata, "continue") !== "";
}

function refusal(value: { readonly [key: string]: unknown }): Phrase | undefined {
  const kind = own(value, "kind");
  if (kind === "Status" && own(value, "apiVersion") === "v1") {
    return say`this file contains an error from the API server: ${textAt(value, "message")}`;
  }
  if (kind === "Table" && textAt(value, "apiVersion").startsWith("meta.k8s.io/")) {
    return words("this is a Table, which leaves most fields out: use `kubectl get … -o json`");
  }
  if (kind === undefined && isRecord(own(value, "object")) && /^[A-Z]+$/.test(textAt(value, "type"))) {
    return words("this is a stream of watch events: use `kubectl get … -o json` without --watch");
  }
  return undefined;
}

export function textAt(value: { readonly [key: string]: unknown }, field: string): string {
  const found = own(value, field);
  return typeof found === "string" ? found : "";
}
