import {
  boolCoreTag,
  defineScalarTag,
  FAILSAFE_SCHEMA,
  load,
  mergeTag,
  NOT_RESOLVED,
  nullCoreTag,
  YAMLException,
} from "js-yaml";
import { say, words } from "../../../model/index.ts";
import { refuse } from "../input-error.ts";
import type { Limits } from "../limits.ts";

/** Only the way that Kubernetes itself writes a number. */
const integerTag = defineScalarTag<number>("tag:yaml.org,2002:int", {
  implicit: true,
  implicitFirstChars: [..."-0123456789"],
  resolve: (source) => (/^(?:0|-?[1-9][0-9]*)$/.test(source) ? Number(source) : NOT_RESOLVED),
  identify: () => false,
});

/**
 * No field that pvguard reads is a fraction or a date, so `1e3`, `012`, `12:30`, `1_000`, `on` and `2024-01-01` are
 * names here: what they mean differs between YAML 1.1 and 1.2, and a name must not change.
 */
const schema = FAILSAFE_SCHEMA.withTags(nullCoreTag, boolCoreTag, integerTag, mergeTag);

/** The value of one document. js-yaml counts nesting and aliases while it parses, before it builds anything. */
export function yamlValue(text: string, file: string, line: number, limits: Limits): unknown {
  try {
    return load(text, { schema, maxDepth: limits.nesting, maxAliases: limits.aliases });
  } catch (problem) {
    if (!(problem instanceof YAMLException)) throw refuse({ file, line }, say`this YAML cannot be read`);
    const { mark, reason } = problem;
    if (reason.startsWith("expected a single document")) {
      throw refuse({ file }, words("it contains more than one YAML document, but must contain only one"));
    }
    const place =
      mark === undefined ? { file, line } : { file, line: line + mark.line, column: mark.column + 1 };
    throw refuse(place, say`this is not valid YAML: ${reason}`);
  }
}
