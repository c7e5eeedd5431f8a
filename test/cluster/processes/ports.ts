import { createServer } from "node:net";

/** Unused ports of the loopback interface, all different. */
export async function freePorts<const N extends readonly string[]>(
  ...names: N
): Promise<Readonly<Record<N[number], number>>> {
  const servers = await Promise.all(names.map(() => listen()));
  const ports = names.map((name, position) => [name, servers[position]?.port] as const);
  await Promise.all(servers.map((server) => server.close()));
  return Object.fromEntries(ports) as Record<N[number], number>;
}

function listen(): Promise<{ readonly port: number; close(): Promise<void> }> {
  const server = createServer();
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return new Promise((resolve, reject) => {
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const address = server.address();
      if (address === null || typeof address === "string") reject(new Error("no port"));
      else resolve({ port: address.port, close });
    });
  });
}
