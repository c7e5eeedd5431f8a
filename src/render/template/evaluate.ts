/** What a template finds in a document. kubernetes/client-go util/jsonpath/jsonpath.go, v0.36, for what JSON can hold. */
import { inOrder } from "../../kubernetes/index.ts";
import type { List, Node, Slice } from "./parse.ts";
import { TemplateError } from "./parse.ts";

type Values = readonly unknown[];

/** For each part of the template, all that it finds: as FindResults, where missing keys are allowed. */
export function findResults(template: readonly List[], document: unknown): readonly Values[] {
  return new Finder(template).find([document], 0);
}

/** `range` and `end` are found while the values are: a range goes through what is behind it once for each value. */
class Finder {
  readonly #template: readonly List[];
  #beginning = 0;
  #within = 0;
  #ending = 0;
  #lastEnd = -1;

  constructor(template: readonly List[]) {
    this.#template = template;
  }

  find(input: Values, start: number): readonly Values[] {
    const found: Values[] = [];
    for (let at = start; at < this.#template.length; at += 1) {
      const values = this.#list(input, this.#template[at] ?? []);
      if (this.#ending > 0 && this.#ending <= this.#within) {
        this.#ending -= 1;
        this.#lastEnd = at;
        break;
      }
      if (this.#beginning === 0) {
        found.push(values);
        continue;
      }
      this.#beginning -= 1;
      this.#within += 1;
      for (const value of values) found.push(...this.find([value], at + 1));
      // Without values, the end of the range has to be found all the same.
      if (values.length === 0) this.find([], at + 1);
      this.#within -= 1;
      if (this.#lastEnd > at) at = this.#lastEnd;
    }
    return found;
  }

  #list(input: Values, list: List): Values {
    return list.reduce((values, node) => this.#step(values, node), input);
  }

  #step(input: Values, node: Node): Values {
    switch (node.is) {
      case "text":
        return [node.text];
      case "value":
        return input.map(() => node.value);
      case "field":
        return input.flatMap((value) =>
          isMap(value) && Object.hasOwn(value, node.name) ? [value[node.name]] : [],
        );
      case "wildcard":
        return input.flatMap(partsOf);
      case "recursive":
        return input.flatMap(withParts);
      case "slice":
        return input.flatMap((value) => (value === null ? [] : sliced(value, node)));
      case "union":
        return node.of.flatMap((list) => this.#list(input, list));
      case "filter":
        return input.flatMap((value) => elementsOf(value).filter((each) => this.#passes(each, node)));
      case "identifier":
        return this.#identifier(input, node.name);
    }
  }

  #identifier(input: Values, name: string): Values {
    if (name === "range") {
      this.#beginning += 1;
      return input;
    }
    if (name !== "end") throw new TemplateError(`unrecognized identifier ${name}`);
    if (this.#within === 0) throw new TemplateError("not in range, nothing to end");
    this.#ending += 1;
    return [];
  }

  #passes(element: unknown, { left, operator, right }: Node & { readonly is: "filter" }): boolean {
    if (operator === "exists") return this.#list([element], left).length > 0;
    const sides = [left, right].map((list) => this.#list([element], list));
    if (sides.some(({ length }) => length === 0)) return false;
    if (sides.some(({ length }) => length > 1))
      throw new TemplateError("can only compare one element at a time");
    const [[one], [other]] = sides as [Values, Values];
    switch (operator) {
      case "==":
        return isEqual(one, other);
      case "!=":
        return !isEqual(one, other);
      case "<":
        return isLess(one, other);
      case "<=":
        return isLess(one, other) || isEqual(one, other);
      case ">":
        return !isLess(one, other) && !isEqual(one, other);
      case ">=":
        return !isLess(one, other);
      default:
        throw new TemplateError(`unrecognized filter operator ${operator}`);
    }
  }
}

function isMap(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Of a text the bytes, as Go has them. */
function partsOf(value: unknown): Values {
  if (Array.isArray(value)) return value;
  if (typeof value === "string") return [...new TextEncoder().encode(value)];
  return isMap(value) ? Object.values(value) : [];
}

function withParts(value: unknown): Values {
  const parts = partsOf(value);
  return parts.length === 0 ? [] : [value, ...parts.flatMap(withParts)];
}

function elementsOf(value: unknown): Values {
  if (Array.isArray(value)) return value;
  throw new TemplateError(`${goText(value)} is not array or slice and cannot be filtered`);
}

function sliced(value: unknown, { from = 0, to, single, step }: Slice): Values {
  if (!Array.isArray(value)) throw new TemplateError(`${goType(value)} is not array or slice`);
  const { length } = value;
  const first = from < 0 ? from + length : from;
  const end = to ?? length;
  const last = end < 0 || (end === 0 && single) ? end + length : end;
  if (first === last) return [];
  const outOfBounds = (index: number) =>
    new TemplateError(`array index out of bounds: index ${index}, length ${length}`);
  if (first >= length || first < 0) throw outOfBounds(first);
  if (last > length || last < 0) throw outOfBounds(last - 1);
  if (first > last) throw new TemplateError(`starting index ${first} is greater than ending index ${last}`);
  if (step !== undefined && step <= 0) throw new TemplateError("step must be > 0");
  return value.slice(first, last).filter((_, at) => at % (step ?? 1) === 0);
}

/** As in kubernetes/client-go third_party/forked/golang/template/funcs.go basicKind, v0.36. */
function kindOf(value: unknown): string {
  const type = goType(value);
  if (["string", "bool", "int64", "float64"].includes(type)) return type;
  throw new TemplateError("invalid type for comparison");
}

function requireSameKind(one: unknown, other: unknown): string {
  const kind = kindOf(one);
  if (kind !== kindOf(other)) throw new TemplateError("incompatible types for comparison");
  return kind;
}

function isEqual(one: unknown, other: unknown): boolean {
  requireSameKind(one, other);
  return one === other;
}

function isLess(one: unknown, other: unknown): boolean {
  if (requireSameKind(one, other) === "bool") throw new TemplateError("invalid type for comparison");
  return (one as number) < (other as number);
}

function goType(value: unknown): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return "[]interface {}";
  switch (typeof value) {
    case "string":
      return "string";
    case "boolean":
      return "bool";
    case "number":
      return Number.isInteger(value) ? "int64" : "float64";
    default:
      return "map[string]interface {}";
  }
}

/** As Go's `%v`. */
export function goText(value: unknown): string {
  if (value === null) return "<nil>";
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  if (!isMap(value)) return String(value);
  const pairs = Object.entries(value).sort(([one], [other]) => inOrder(one, other));
  return `map[${pairs.map(([key, each]) => `${key}:${goText(each)}`).join(" ")}]`;
}
