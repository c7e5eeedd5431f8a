import type { Sink } from "../writer.ts";
import type { Host, Pager } from "./host.ts";

/** The way through the pager that PVGUARD_PAGER names, which is started with the first text. None without a terminal. */
export function paged(host: Host, failed: (problem: Error) => void): Sink | undefined {
  const { env, stdout, startPager } = host;
  const command = env.PVGUARD_PAGER ?? "";
  if (command === "" || stdout.isTTY !== true || startPager === undefined) return undefined;
  let pager: Promise<Pager> | undefined;
  return {
    isTTY: true,
    get columns() {
      return stdout.columns;
    },
    write(text, done) {
      pager ??= startPager(command, failed);
      pager.then((started) => started.write(text, done), done);
    },
    read: async () => (await pager)?.read(),
  };
}
