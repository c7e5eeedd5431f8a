import { type KubeObject, say } from "../../model/index.ts";
import { Failure } from "../failure.ts";

/** Says of an object whether a field selector matches it. */
type FieldMatcher = (object: KubeObject) => boolean;

interface MayHave {
  readonly spec?: { readonly nodeName?: string };
  readonly status?: { readonly phase?: string };
}

const fields: ReadonlyMap<string, (object: KubeObject & MayHave) => string> = new Map([
  ["metadata.name", (object) => object.metadata.name],
  ["metadata.namespace", (object) => object.metadata.namespace ?? ""],
  ["spec.nodeName", (object) => object.spec?.nodeName ?? ""],
  ["status.phase", (object) => object.status?.phase ?? ""],
]);

/** kubernetes/apimachinery pkg/fields/selector.go ParseSelector, v0.36; a server knows more or fewer fields of each kind. */
export function fieldMatcher(selector: string): FieldMatcher {
  const conditions = selector
    .split(",")
    .filter((term) => term.trim() !== "")
    .map(condition);
  return (object) => conditions.every((matches) => matches(object));
}

function condition(term: string): FieldMatcher {
  const [, name = "", operator = "", value = ""] = /^\s*([^=!]+?)(!=|==|=)(.*)$/.exec(term) ?? [];
  if (operator === "") {
    throw new Failure("usage", say`error: invalid selector: '${term}'; can't understand '${term}'`);
  }
  const read = fields.get(name);
  if (read === undefined) {
    throw new Failure(
      "usage",
      say`error: field label not supported: ${name}: with --from, use one of ${[...fields.keys()].join(", ")}`,
    );
  }
  return (object) => (read(object) === value) === (operator !== "!=");
}
