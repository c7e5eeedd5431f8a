import { isRecord, own, parsedJson } from "../../kubernetes/index.ts";
import { aboutMarks } from "../../render/index.ts";
import type { Document, LeftOut } from "./budget.ts";
import { itemsIn, partOf } from "./budget.ts";
import type { Said } from "./perform.ts";
import { readableDocument } from "./readable.ts";
import type { Answer } from "./tools.ts";

/** What a tool answers, as the protocol has it (CallToolResult). */
export interface ToolResult {
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  readonly structuredContent?: object;
  readonly isError?: true;
}

/** A finished answer. What did not fit is given when the next page is asked for. */
export interface Finished {
  readonly said: Said;
  readonly answer: Answer;
  /** Of a tool that answers with one. */
  readonly document: Document | undefined;
}

export function finished(said: Said, answer: Answer): Finished {
  const parsed = answer.is === "document" ? parsedJson(said.out) : undefined;
  return { said, answer, document: isRecord(parsed) ? readableDocument(parsed) : undefined };
}

/** Where an answer goes on, and by which name it can be asked for. */
interface Place {
  readonly from: number;
  /** Characters of the document, and of the text beside it. */
  readonly budget: number;
  /** The name of the page that begins at this item, or at this character. */
  pageFrom(next: number): string;
}

export function resultOf({ said, answer, document }: Finished, place: Place): ToolResult {
  if (answer.is === "text") return said.exitCode === 0 ? textResult(said.out, place) : failed(said);
  if (document === undefined || isFailure(said, document, answer.list)) return failed(said);
  return documentResult(said, document, answer.list, place);
}

/** An error, as a text that an assistant can act on. No message is longer than one that a person gets. */
export function errorResult(text: string): ToolResult {
  return { content: [{ type: "text", text }], isError: true };
}

/** A run that ended early, and a plan that could not be made, have a document without content. */
function isFailure({ exitCode }: Said, document: Document, list: string): boolean {
  const items = document[list];
  const isEmpty = !Array.isArray(items) || items.length === 0;
  return isEmpty && (exitCode === 2 || exitCode === 4);
}

function failed({ messages, exitCode }: Said): ToolResult {
  return errorResult([...messages, `Exit code ${exitCode}.`, aboutMarks].join("\n"));
}

function documentResult(said: Said, document: Document, list: string, place: Place): ToolResult {
  const { from, budget, pageFrom } = place;
  const { card, messages, exitCode } = said;
  const part = partOf(document, list, from, budget);
  const structured = {
    about: aboutMarks,
    exitCode,
    notRead: notReadIn(document),
    leftOut: part.leftOut,
    ...(part.next === undefined ? {} : { nextPage: pageFrom(part.next) }),
    messages,
    document: part.document,
  };
  const isWhole = from === 0 && part.leftOut.length === 0;
  const text =
    isWhole && card !== undefined && card !== "" && card.length <= budget
      ? [aboutMarks, "", card, ...messages].join("\n")
      : JSON.stringify(structured);
  return { content: [{ type: "text", text }], structuredContent: structured };
}

/** The lists that were not read are told of in short, whatever was left out. */
const mostNamed = 20;

/** How much was not read or skipped. Without that, an empty answer looks like a healthy cluster. */
function notReadIn(document: Document): object {
  const [unread, skipped] = [itemsIn(document, "unread"), itemsIn(document, "skipped")];
  const names = unread.map((each) => {
    const [resource, namespace, reason] = ["resource", "namespace", "reason"].map((field) =>
      isRecord(each) ? own(each, field) : undefined,
    );
    return `${resource}${namespace === undefined ? "" : ` in ${namespace}`}: ${reason}`;
  });
  // Of hundreds of single objects, one line says as much.
  return { count: unread.length + skipped.length, lists: [...new Set(names)].slice(0, mostNamed) };
}

/** Pages of a text end at the end of a line. */
function textResult(text: string, { from, budget, pageFrom }: Place): ToolResult {
  const rest = text.slice(from);
  if (rest.length <= budget) return { content: [{ type: "text", text: rest }] };
  const end = rest.lastIndexOf("\n", budget) + 1 || budget;
  const more = `\n${rest.length - end} more characters: ask with page ${pageFrom(from + end)}`;
  return { content: [{ type: "text", text: `${rest.slice(0, end)}${more}` }] };
}

/** The schema of a structured answer. Its document has a published schema of its own, which is a resource. */
export function outputSchema(kind: string, schema: string): object {
  const text = { type: "string" };
  return {
    type: "object",
    properties: {
      about: { ...text, description: "What the marks in the texts mean." },
      exitCode: {
        type: "integer",
        description:
          "As the command ends: 0 an answer, 1 an audit has findings, 3 part of it is unknown, 5 refused.",
      },
      notRead: {
        type: "object",
        description: "What could not be read. Nothing is known about it: it is not absent.",
        properties: { count: { type: "integer" }, lists: { type: "array", items: text } },
        required: ["count", "lists"],
      },
      leftOut: {
        type: "array",
        description: "What was left out of the document, so that the answer is not too large.",
        items: {
          type: "object",
          properties: { list: text, count: { type: "integer" } },
          required: ["list", "count"],
        } satisfies SchemaOf<LeftOut>,
      },
      nextPage: { ...text, description: "The argument page for the rest. Absent at the end." },
      messages: { type: "array", items: text, description: "Warnings and errors." },
      document: {
        type: "object",
        description: `The schema is the resource pvguard://schema/${schema}.`,
        properties: { apiVersion: { const: "pvguard.dev/v1alpha1" }, kind: { const: kind } },
        required: ["apiVersion", "kind"],
      },
    },
    required: ["about", "exitCode", "notRead", "leftOut", "messages", "document"],
  };
}

interface SchemaOf<T> {
  readonly type: "object";
  readonly properties: { readonly [K in keyof T]: object };
  readonly required: readonly (keyof T)[];
}
