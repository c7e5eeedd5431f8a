import { flatten, own, words } from "../../kubernetes/index.ts";
import { aboutMarks, mark, shortened } from "../../render/index.ts";
import type { Invocation } from "../command.ts";
import { endedEarly, Failure } from "../failure.ts";
import type { FlagValues } from "../flags/index.ts";
import type { Surroundings } from "../surroundings.ts";
import type { ToolResult } from "./answer.ts";
import { errorResult, finished, outputSchema, resultOf } from "./answer.ts";
import { Answers } from "./answers.ts";
import { applyFix, Plans } from "./apply.ts";
import { callOf, inputSchema } from "./arguments.ts";
import { allowWrites } from "./flags.ts";
import type { Said } from "./perform.ts";
import { performed } from "./perform.ts";
import type { Asked, Params, Problem } from "./protocol.ts";
import { statelessVersions, typed, unknownMethod, versionFor, wrongParams } from "./protocol.ts";
import { contentsOf, listOfResources, pageTemplate } from "./resources.ts";
import type { Tool } from "./tools.ts";
import { toolsFor } from "./tools.ts";

/** What a request gets. */
type Response = { readonly result: object } | { readonly problem: Problem };

/** Answers the requests of one client. Nothing but kept pages is remembered between them. */
export interface Server {
  answer(asked: Asked, signal: AbortSignal): Promise<Response>;
  /** When no write is under way. */
  settled(): Promise<void>;
}

const capabilities = { tools: {}, resources: {} } as const;

const onlyReads = "No tool changes anything: plan_fix makes a plan, and a person carries it out.";
const mayWrite =
  "Only apply_fix changes anything, and only a plan that a person has approved in a terminal. Never approve a plan for the person.";

const instructionsWith = (writes: string) =>
  `pvguard tells why a volume of Kubernetes is stuck, who holds it, and what happens to the data. Begin with why, or with audit for a whole cluster. ${writes} Show the person the commands with their risk (safe, risky, loses data), and run none that loses data. What notRead names is unknown, and not absent. ${aboutMarks}`;

/**
 * @param flags the flags with which the server was started: they hold for each call
 * @param budget characters of one answer
 */
export function serverWith(flags: FlagValues, budget: number, surroundings: Surroundings): Server {
  const isWriting = flags.isOn(allowWrites);
  const tools = [...toolsFor(flags), ...(isWriting ? [applyFix] : [])];
  const instructions = instructionsWith(isWriting ? mayWrite : onlyReads);
  const answers = new Answers();
  const plans = new Plans();
  let writing: Promise<unknown> = Promise.resolve();
  const { version } = surroundings.about;
  const serverInfo = { name: "pvguard", title: "kubectl pvguard", version };

  async function called(params: Params, signal: AbortSignal): Promise<Response> {
    const name = own(params, "name");
    const tool = tools.find((each) => each.name === name);
    if (tool === undefined)
      return {
        problem: wrongParams(`unknown tool: the tools are ${tools.map((each) => each.name).join(", ")}`),
      };
    return { result: await resultFor(tool, own(params, "arguments"), signal) };
  }

  async function resultFor(tool: Tool, given: unknown, signal: AbortSignal): Promise<ToolResult> {
    try {
      const { invocation, page } = callOf(given, tool.arguments, flags.and(tool.flags));
      if (page !== undefined) return pageOf(page, tool);
      const answer = finished(await saidBy(tool, invocation, signal), tool.answer);
      return resultOf(answer, { from: 0, budget, pageFrom: answers.pagesOf(answer) });
    } catch (thrown) {
      return errorResult(flatten(endedEarly(thrown).line, (data) => mark(shortened(data))));
    }
  }

  /** Plans are carried out one after the other. */
  async function saidBy(tool: Tool, invocation: Invocation, signal: AbortSignal): Promise<Said> {
    if (tool.does === "writes") {
      const work = async () => {
        if (signal.aborted) throw new Failure("refused", words("Cancelled. Nothing was sent."));
        const approved = await plans.approved(invocation.flags, surroundings);
        return await performed(tool, approved, surroundings, signal);
      };
      const mine = writing.then(work, work);
      writing = mine;
      return await mine;
    }
    const said = await performed(tool, invocation, surroundings, signal);
    if (tool.answer.is !== "document" || tool.answer.kind !== "Plan") return said;
    const message = plans.add(said.out, invocation);
    return message === undefined ? said : { ...said, messages: [...said.messages, message] };
  }

  function pageOf(name: string, tool: Tool): ToolResult {
    const found = answers.page(name);
    if (found === undefined || found.finished.answer !== tool.answer)
      return errorResult("This page no longer exists: ask again without page.");
    const { finished: answer, from } = found;
    return resultOf(answer, { from, budget, pageFrom: answers.pagesOf(answer) });
  }

  async function answered({ method, params }: Asked, signal: AbortSignal): Promise<Response> {
    switch (method) {
      case "initialize": {
        const protocolVersion = versionFor(own(params, "protocolVersion"));
        return { result: { protocolVersion, capabilities, serverInfo, instructions } };
      }
      case "server/discover":
        return { result: { supportedVersions: statelessVersions, capabilities, instructions } };
      case "ping":
        return { result: {} };
      case "tools/list":
        return { result: { tools: tools.map(described) } };
      case "tools/call":
        return await called(params, signal);
      case "resources/list":
        return resourcesFrom(params);
      case "resources/templates/list":
        return { result: { resourceTemplates: [pageTemplate] } };
      case "resources/read":
        return resourceIn(params);
      default:
        return { problem: unknownMethod(method) };
    }
  }

  return {
    settled: async () => {
      await writing.catch(() => {});
    },
    async answer(asked, signal) {
      const response = await answered(asked, signal);
      if ("problem" in response || asked.era === "handshake") return response;
      return { result: typed(response.result, asked.method === "tools/call" ? "no" : "a while", serverInfo) };
    },
  };
}

function resourcesFrom(params: Params): Response {
  const cursor = own(params, "cursor");
  const list = cursor === undefined || typeof cursor === "string" ? listOfResources(cursor) : undefined;
  return list === undefined ? { problem: wrongParams("unknown cursor") } : { result: list };
}

function resourceIn(params: Params): Response {
  const uri = own(params, "uri");
  const contents = typeof uri === "string" ? contentsOf(uri) : undefined;
  return contents === undefined
    ? { problem: wrongParams("unknown resource") }
    : { result: { contents: [{ uri, ...contents }] } };
}

/** As `tools/list` has it. */
function described(tool: Tool): object {
  const { name, title, description, answer, does } = tool;
  return {
    name,
    title,
    description,
    inputSchema: inputSchema(tool.arguments),
    ...(answer.is === "document" ? { outputSchema: outputSchema(answer.kind, answer.schema) } : {}),
    annotations: {
      title,
      readOnlyHint: does === "reads",
      destructiveHint: does === "writes",
      idempotentHint: does === "reads",
      openWorldHint: answer.is === "document",
    },
  };
}
