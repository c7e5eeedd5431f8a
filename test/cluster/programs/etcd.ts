import { join } from "node:path";
import { isHealthy } from "../processes/health.ts";
import type { ProgramSpec } from "../processes/program.ts";

/** Without fsync: what it stores is thrown away. */
export function etcd(path: string, folder: string, port: number): ProgramSpec {
  const url = `http://127.0.0.1:${port}`;
  return {
    name: "etcd",
    path,
    args: [
      `--data-dir=${join(folder, "etcd")}`,
      `--listen-client-urls=${url}`,
      `--advertise-client-urls=${url}`,
      "--listen-peer-urls=http://127.0.0.1:0",
      "--unsafe-no-fsync",
      "--log-level=warn",
    ],
    ready: () => isHealthy(`${url}/health`),
  };
}
