import type { TestContext } from "node:test";
import type { ConnectedCluster, LiveOptions, LiveSurroundings } from "../../../src/reading/live/index.ts";
import { openCluster } from "../../../src/reading/live/index.ts";
import { readerOf } from "./both-readers.ts";
import { serve } from "./client.ts";
import type { FaultServer, Script } from "./server.ts";
import type { Watched } from "./surroundings.ts";
import { kubeconfigFor, liveSurroundings } from "./surroundings.ts";

interface OpenedCluster {
  readonly cluster: ConnectedCluster;
  readonly server: FaultServer;
  readonly outside: Watched;
  /** Paths and queries of the requests so far, without the protocol's own decoration. */
  asked(): readonly string[];
}

/** A cluster whose server follows these scripts, one for each path. Plain HTTP: what is told does not depend on TLS. */
export async function openScripted(
  context: TestContext,
  scripts: Readonly<Record<string, Script>>,
  more: Partial<LiveSurroundings> = {},
  options: LiveOptions = {},
): Promise<OpenedCluster> {
  const server = await serve(context, { tls: "off" });
  for (const [path, script] of Object.entries(scripts)) server.on(path, script);
  const outside = liveSurroundings(kubeconfigFor({ server: server.url }), {
    reader: readerOf(context),
    ...more,
  });
  const cluster = await openCluster({}, outside, options);
  context.after(() => cluster.close());
  return {
    cluster,
    server,
    outside,
    asked: () => server.requests.map(({ url }) => decodeURIComponent(url ?? "")),
  };
}
