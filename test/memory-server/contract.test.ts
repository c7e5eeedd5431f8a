import { suite } from "node:test";
import type { ContractServer } from "../contract/index.ts";
import { contract } from "../contract/index.ts";
import type { MemoryServer } from "../support/memory-server/index.ts";
import { memoryServer } from "../support/memory-server/index.ts";

async function start(): Promise<ContractServer> {
  const server = await memoryServer();
  return {
    url: server.url,
    authority: server.authority,
    tokenOf: server.tokenOf,
    forgetThePast: async () => server.compact(),
    race: { decidedBy: "order", next: (rival) => letIn(server, rival) },
    close: server.close,
  };
}

/** Only once: the rival takes the last finalizer too. */
function letIn(server: MemoryServer, rival: () => Promise<void>): void {
  server.interleave(async (pause) => {
    if (pause !== "before-final-delete") return;
    server.interleave(() => {});
    await rival();
  });
}

suite("an API server", () => contract(start));
