import {
  fieldsOf,
  isRecord,
  isSameJson,
  join,
  type Phrase,
  type RawObject,
  say,
  words,
} from "../../model/index.ts";

/** What every write changes, whatever it was about. */
const alwaysChanged = new Set(["metadata.managedFields", "metadata.resourceVersion", "metadata.generation"]);
const shown = 5;

/** `resourceVersion 41 became 57: metadata.labels.x was added`. */
export function changesBetween(before: RawObject, after: RawObject): Phrase {
  const found = differences(fieldsOf(before).value, fieldsOf(after).value, "");
  const more = found.length - shown;
  const told = join(found.slice(0, shown), ", ");
  return say`resourceVersion changed from ${before.resourceVersion} to ${after.resourceVersion}${words(found.length > 0 ? ": " : "")}${told}${more > 0 ? say`, and ${more} more` : []}`;
}

function differences(before: unknown, after: unknown, path: string): readonly Phrase[] {
  if (alwaysChanged.has(path) || isSameJson(before, after)) return [];
  if (before === undefined) return [say`${path} was added`];
  if (after === undefined) return [say`${path} was removed`];
  if (!isRecord(before) || !isRecord(after)) return [say`${path} was changed`];
  const names = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...names].flatMap((name) =>
    differences(memberOf(before, name), memberOf(after, name), path === "" ? name : `${path}.${name}`),
  );
}

function memberOf(record: { readonly [key: string]: unknown }, name: string): unknown {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
