import type { AddressInfo, Socket } from "node:net";
import { createServer } from "node:net";
import type { TestContext } from "node:test";

interface WireServer {
  readonly url: string;
  /** How many requests came. */
  readonly requests: () => number;
  readonly connections: () => number;
  readonly closeAll: () => void;
}

/** A server that writes bytes, whatever is asked; `answer` is told which request on the connection it is, from 1. */
export async function wireServer(
  context: TestContext,
  answer: (socket: Socket, turn: number) => void | Promise<void>,
): Promise<WireServer> {
  const sockets = new Set<Socket>();
  let requests = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on("error", () => {});
    let turn = 0;
    let begin = "";
    socket.on("data", (chunk) => {
      begin += chunk.toString("latin1");
      for (let end = begin.indexOf("\r\n\r\n"); end >= 0; end = begin.indexOf("\r\n\r\n")) {
        begin = begin.slice(end + 4);
        requests += 1;
        turn += 1;
        void answer(socket, turn);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const closeAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  context.after(() => {
    closeAll();
    server.close();
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: () => requests,
    connections: () => sockets.size,
    closeAll,
  };
}
