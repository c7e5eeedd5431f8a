/** `npm run cluster`: starts a control plane, says how to use it, and waits for Ctrl-C. */
import { NoBinaries } from "./binaries/go.ts";
import { startCluster } from "./cluster.ts";
import { users } from "./users/users.ts";

async function main(): Promise<number> {
  const cluster = await startCluster();
  process.stdout.write(`export KUBECONFIG=${cluster.kubeconfigPath}\n`);
  process.stderr.write(`${cluster.server}, contexts: ${users.map((user) => user.name).join(", ")}\n`);
  process.stderr.write(`logs: ${cluster.logs}\nCtrl-C stops it.\n`);
  await new Promise<void>((resolve) => {
    const alive = setInterval(() => undefined, 60_000);
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
      process.once(signal, () => {
        clearInterval(alive);
        resolve();
      });
    }
  });
  await cluster.stop();
  return 0;
}

process.exitCode = await main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof NoBinaries ? error.message : (error as Error).stack}\n`);
  return 1;
});
