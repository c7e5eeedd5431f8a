/** The official clients of both generations of the protocol, each with the program as a process of its own. */
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as OlderClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as OlderTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { main } from "../../cli/built.ts";
import type { Json } from "./support/talk.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const golden = join(import.meta.dirname, "golden", "transcript.txt");
const program = {
  command: process.execPath,
  args: [main, "mcp"],
  cwd: root,
  stderr: "pipe" as const,
};
const about = { name: "test", version: "1.0.0" };

interface Played {
  call(name: string, given: object): Promise<Json>;
  list(): Promise<Json>;
  read(uri: string): Promise<Json>;
  close(): Promise<void>;
  /** What the transport could not take for a message, and what the server wrote to standard error. */
  readonly wrong: readonly string[];
}

const clients: Readonly<Record<string, () => Promise<Played & { readonly speaks: string }>>> = {
  async "2026-07-28"() {
    const wrong: string[] = [];
    const client = new Client(about, { versionNegotiation: { mode: "auto" } });
    const transport = new StdioClientTransport(program);
    transport.stderr?.on("data", (text) => wrong.push(String(text)));
    client.onerror = (problem) => wrong.push(problem.message);
    await client.connect(transport);
    return {
      speaks: client.getNegotiatedProtocolVersion() ?? "",
      call: (name, given) => client.callTool({ name, arguments: { ...given } }),
      list: () => client.listTools(),
      read: (uri) => client.readResource({ uri }),
      close: () => client.close(),
      wrong,
    };
  },
  async "2025-11-25"() {
    const wrong: string[] = [];
    const client = new OlderClient(about);
    const transport = new OlderTransport(program);
    transport.stderr?.on("data", (text) => wrong.push(String(text)));
    client.onerror = (problem) => wrong.push(problem.message);
    // A transport is told what was agreed.
    let speaks = "";
    Object.assign(transport, { setProtocolVersion: (version: string) => (speaks = version) });
    await client.connect(transport as Parameters<typeof client.connect>[0]);
    return {
      speaks,
      call: (name, given) => client.callTool({ name, arguments: { ...given } }),
      list: () => client.listTools(),
      read: (uri) => client.readResource({ uri }),
      close: () => client.close(),
      wrong,
    };
  },
};

const scenario = (name: string) => `test/scenarios/${name}/cluster.yaml`;
const finished = { from: [scenario("a01-finished-job-pod")] };
const shop = { from: [scenario("before-namespace")] };

/** Two cases, as an assistant solves them: each question follows from the answer before it. */
const cases: readonly { readonly person: string; readonly calls: readonly (readonly [string, object])[] }[] =
  [
    {
      person: "pvc/data in app has been Terminating for hours. I need its data.",
      calls: [
        ["audit", { namespace: "app", ...finished }],
        ["why", { object: "pvc/data", namespace: "app", ...finished }],
        ["explain", { object: "FinishedPodUsesClaim" }],
        ["plan_fix", { object: "pvc/data", namespace: "app", ...finished }],
      ],
    },
    {
      person: "May I delete the namespace shop?",
      calls: [
        ["why", { object: "ns/shop", if_deleted: true, ...shop }],
        ["blockers", { object: "pvc/archive", namespace: "shop", ...shop }],
      ],
    },
  ];

/** The texts of answers; of a plan, what an assistant has to tell a person. */
function told(name: string, { content, structuredContent }: Json): string {
  if (name !== "plan_fix") return content[0].text;
  return structuredContent.document.items
    .map(({ title, safety, commands }: Json) =>
      [`${title} [${safety}]`, ...commands.map((each: string) => `  ${each}`)].join("\n"),
    )
    .join("\n");
}

async function transcriptOf(client: Played): Promise<string> {
  const lines: string[] = [];
  for (const { person, calls } of cases) {
    lines.push(`PERSON: ${person}\n`);
    for (const [name, given] of calls) {
      const result = await client.call(name, given);
      assert.notEqual(result.isError, true, JSON.stringify(result));
      lines.push(`CALL ${name} ${JSON.stringify(given)}\n\n${told(name, result).trimEnd()}\n`);
    }
  }
  return `${lines.join("\n")}`;
}

for (const [version, connect] of Object.entries(clients)) {
  test(`a client of ${version} solves two cases`, { timeout: 120_000 }, async () => {
    const client = await connect();
    try {
      assert.equal(client.speaks, version);
      const { tools } = await client.list();
      assert.equal(tools.length, 5);
      const transcript = await transcriptOf(client);
      if (process.env.UPDATE === "1") writeFileSync(golden, transcript);
      assert.equal(transcript, readFileSync(golden, "utf8"));
      const { contents } = await client.read("pvguard://explain/kubernetes.io%2Fpvc-protection");
      assert.match(contents[0].text, /pvc-protection-controller/);
      await assert.rejects(client.read("pvguard://explain/nothing"));
      const wrong = await client.call("why", { objects: "pvc/data" });
      assert.equal(wrong.isError, true);
      assert.deepEqual(
        client.wrong,
        [],
        "nothing but messages on standard output, nothing on standard error",
      );
    } finally {
      await client.close();
    }
  });
}
