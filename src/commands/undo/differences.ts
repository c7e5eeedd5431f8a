import { isRecord, isSameJson, own, type Phrase, say } from "../../model/index.ts";

/** What is different in two JSON values, a line for each field, as a diff marks it. */
export function differences(before: unknown, after: unknown, path = ""): readonly Phrase[] {
  if (isSameJson(before, after)) return [];
  if (!isRecord(before) || !isRecord(after))
    return [
      ...(before === undefined ? [] : [say`- ${path}: ${JSON.stringify(before)}`]),
      ...(after === undefined ? [] : [say`+ ${path}: ${JSON.stringify(after)}`]),
    ];
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return fields.flatMap((field) =>
    differences(own(before, field), own(after, field), path === "" ? field : `${path}.${field}`),
  );
}
