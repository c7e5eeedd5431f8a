import type { Values } from "./frozen.ts";
import { frozen } from "./frozen.ts";

/** By what the entries of a list are told apart. */
const keys = ["name", "type", "containerPort", "uid", "mountPath", "ip"];

/** The set of the fields of an object, as the API server keeps it for each manager. */
export function fieldSet(value: Values): Values {
  return frozen(
    Object.fromEntries(Object.entries(value).map(([name, inner]) => [`f:${name}`, setOf(inner)])),
  );
}

function setOf(value: unknown): Values {
  if (Array.isArray(value)) return setOfList(value);
  if (typeof value === "object" && value !== null) return { ".": {}, ...fieldSet(value as Values) };
  return {};
}

function setOfList(values: readonly unknown[]): Values {
  const entries = values.flatMap(entryOf);
  return entries.length === 0 ? {} : { ".": {}, ...Object.fromEntries(entries) };
}

function entryOf(value: unknown): readonly (readonly [string, Values])[] {
  if (typeof value !== "object" || value === null) return [[`v:${JSON.stringify(value)}`, {}]];
  const key = keys.find((name) => Object.hasOwn(value, name));
  if (key === undefined) return [];
  return [[`k:${JSON.stringify({ [key]: (value as Values)[key] })}`, setOf(value)]];
}

interface Manager {
  readonly manager: string;
  readonly apiVersion: string;
  readonly time: string;
  readonly fields: Values;
  readonly subresource?: string;
}

export function managedBy({ manager, apiVersion, time, fields, subresource }: Manager): Values {
  return {
    manager,
    operation: "Update",
    apiVersion,
    time,
    fieldsType: "FieldsV1",
    fieldsV1: fields,
    ...(subresource === undefined ? {} : { subresource }),
  };
}
