import { isRecord, own, say, words } from "../../kubernetes/index.ts";
import type { Invocation } from "../command.ts";
import { Failure } from "../failure.ts";
import type { Flag, FlagValues } from "../flags/index.ts";

/** One argument of a tool. It is a flag of the command, or the words behind the command's name. */
export type Argument = {
  readonly name: string;
  readonly description: string;
} & (
  | { readonly gives: "words" }
  | { readonly gives: "flag"; readonly flag: Flag; readonly values?: readonly string[] }
  | { readonly gives: "page" }
);

/** The JSON Schema of the arguments. */
export function inputSchema(all: readonly Argument[]): object {
  return {
    type: "object",
    properties: Object.fromEntries(all.map((argument) => [argument.name, schemaOf(argument)])),
    additionalProperties: false,
  };
}

function schemaOf(argument: Argument): object {
  const { description } = argument;
  if (argument.gives !== "flag") return { type: "string", description };
  switch (argument.flag.takes) {
    case "nothing":
      return { type: "boolean", description };
    case "number":
      return { type: "integer", minimum: 1, description };
    case "texts":
      return { type: "array", items: { type: "string" }, description };
    case "text":
    case "choice":
      return { type: "string", ...(argument.values && { enum: argument.values }), description };
  }
}

/** A call, checked for its form. */
interface Call {
  readonly invocation: Invocation;
  /** Where an answer that was cut is to go on. */
  readonly page: string | undefined;
}

/**
 * What the arguments of a call say, as the command line would.
 *
 * @param given not trusted
 * @param begun the flags with which the server was started
 * @throws Failure `usage` if an argument is unknown, or not of its type
 */
export function callOf(given: unknown, all: readonly Argument[], begun: FlagValues): Call {
  if (given !== undefined && !isRecord(given)) throw wrong("the arguments must be an object");
  const record = given ?? {};
  for (const name of Object.keys(record))
    if (!all.some((argument) => argument.name === name))
      throw new Failure(
        "usage",
        say`unknown argument "${name}": the arguments are ${words(all.map((each) => each.name).join(", "))}`,
      );
  const flags = new Map<string, readonly string[]>();
  let objects: readonly string[] = [];
  let page: string | undefined;
  for (const argument of all) {
    const value = own(record, argument.name);
    if (value === undefined || value === null) continue;
    switch (argument.gives) {
      case "words":
        objects = textIn(value, argument)
          .split(/\s+/)
          .filter((word) => word !== "");
        break;
      case "page":
        page = textIn(value, argument);
        break;
      case "flag":
        flags.set(argument.flag.name, valuesIn(value, argument, argument.flag));
        break;
    }
  }
  return { invocation: { words: objects, flags: begun.and(flags) }, page };
}

function valuesIn(value: unknown, { name }: Argument, flag: Flag): readonly string[] {
  switch (flag.takes) {
    case "nothing":
      if (typeof value !== "boolean") throw wrong(`${name} must be true or false`);
      return [String(value)];
    case "number":
      if (typeof value !== "number" || !Number.isSafeInteger(value) || value < 1)
        throw wrong(`${name} must be a whole number of at least 1`);
      return [String(value)];
    case "texts":
      if (!Array.isArray(value)) throw wrong(`${name} must be a list of texts`);
      return value.map((each: unknown) => textIn(each, { name }));
    case "text":
    case "choice":
      return [textIn(value, { name })];
  }
}

function textIn(value: unknown, { name }: Pick<Argument, "name">): string {
  if (typeof value !== "string") throw wrong(`${name} must be a text`);
  if (value.includes("\0")) throw wrong(`${name} must not contain a NUL character`);
  return value;
}

/** @param problem our own words: the name of an argument is one of ours here */
function wrong(problem: string): Failure {
  return new Failure("usage", words(problem));
}
