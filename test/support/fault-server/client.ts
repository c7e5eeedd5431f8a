import type { TestContext } from "node:test";
import type { Client } from "../../../src/connection/http/client.ts";
import { client } from "../../../src/connection/http/client.ts";
import type { LiveSurroundings } from "../../../src/connection/http/surroundings.ts";
import type { ConfigFlags } from "../../../src/connection/kubeconfig/index.ts";
import { AccessError, connect } from "../../../src/connection/kubeconfig/index.ts";
import { readerOf } from "./both-readers.ts";
import type { FaultServer, FaultServerOptions } from "./server.ts";
import { faultServer } from "./server.ts";
import type { Watched } from "./surroundings.ts";
import { base64, kubeconfigFor, liveSurroundings, plain } from "./surroundings.ts";

interface Setting {
  /** Beside the server and its authority. */
  readonly cluster?: object;
  readonly user?: object;
  readonly flags?: ConfigFlags;
  readonly surroundings?: Partial<LiveSurroundings>;
}

interface Opened {
  readonly client: Client;
  readonly outside: Watched;
}

/** A server that is closed when the test ends. */
export async function serve(context: TestContext, options?: FaultServerOptions): Promise<FaultServer> {
  const server = await faultServer(options);
  context.after(() => server.close());
  return server;
}

/** The cluster entry of a kubeconfig for this server. */
export function clusterFor(server: FaultServer): object {
  return { server: server.url, "certificate-authority-data": base64(server.authority) };
}

/** A client of a cluster entry, closed when the test ends. */
export async function dial(context: TestContext, cluster: object, setting: Setting = {}): Promise<Opened> {
  const text = kubeconfigFor({ ...cluster, ...setting.cluster }, setting.user);
  const outside = liveSurroundings(text, { reader: readerOf(context), ...setting.surroundings });
  const opened = client(await connect(setting.flags ?? {}, outside), outside);
  context.after(() => opened.close());
  return { client: opened, outside };
}

interface Failure {
  readonly kind: string;
  readonly line: string;
  readonly hint: string;
}

export async function failureOf(promise: Promise<unknown>): Promise<Failure> {
  try {
    await promise;
  } catch (problem) {
    if (!(problem instanceof AccessError)) throw problem;
    return { kind: problem.kind, line: plain(problem.phrase), hint: plain(problem.hint ?? []) };
  }
  throw new Error("it did not fail");
}
