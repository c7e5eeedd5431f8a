import {
  boolYaml11Tag,
  floatYaml11Tag,
  intYaml11Tag,
  load,
  mapTag,
  mergeTag,
  nullYaml11Tag,
  Schema,
  seqTag,
  strTag,
  YAMLException,
} from "js-yaml";

/**
 * YAML as kubectl reads it: version 1.1, so that `y` and `no` are booleans and must be quoted to be names, and the
 * last of two equal keys counts. Dates stay strings, as they do in Go.
 */
const schema = new Schema([
  strTag,
  seqTag,
  mapTag,
  mergeTag,
  nullYaml11Tag,
  boolYaml11Tag,
  intYaml11Tag,
  floatYaml11Tag,
]);

export class YamlError extends Error {
  /** `reason` quotes nothing of the text, which can hold secrets. */
  readonly reason: string;
  /** `line 3, column 7`, when it is known. */
  readonly place: string | undefined;

  constructor(reason: string, place: string | undefined) {
    super(reason);
    this.reason = reason;
    this.place = place;
  }
}

/** An empty text is `undefined`. */
export function parseYaml(text: string): unknown {
  if (isBlank(text)) return undefined;
  try {
    return load(text, { schema, json: true, maxAliases: 100 });
  } catch (problem) {
    throw new YamlError(...describe(problem));
  }
}

function isBlank(text: string): boolean {
  return text.split("\n").every((line) => /^\s*(#.*|---)?\s*$/.test(line));
}

function describe(problem: unknown): [string, string | undefined] {
  if (!(problem instanceof YAMLException)) return ["the text cannot be read as YAML", undefined];
  const { reason, mark } = problem;
  return [reason, mark ? `line ${mark.line + 1}, column ${mark.column + 1}` : undefined];
}
