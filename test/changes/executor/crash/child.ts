/** Removes a finalizer, and is killed at one step of it. Arguments: server, directory, step, moment. */

import type { FileSystem } from "../../../../src/changes/executor/index.ts";
import { nodeFileSystem, openExecutor } from "../../../../src/changes/executor/index.ts";
import { client } from "../../../../src/connection/http/client.ts";
import { connect } from "../../../../src/connection/kubeconfig/index.ts";
import { kubeconfigFor, liveSurroundings } from "../../../support/fault-server/surroundings.ts";
import { testSurroundings } from "../support/edge.ts";
import { removal } from "./removal.ts";

const [server = "", directory = "", step = "", moment = ""] = process.argv.slice(2);
let count = 0;

function die(): void {
  process.kill(process.pid, "SIGKILL");
}

/** The step that is to be the last one, and what comes before it or after it. */
async function counted<T>(work: () => Promise<T>): Promise<T> {
  const isLast = ++count === Number(step);
  if (isLast && moment === "before") die();
  const done = await work();
  if (isLast) die();
  return done;
}

function countedDisk(disk: FileSystem): FileSystem {
  return {
    makeDirectory: (path) => counted(() => disk.makeDirectory(path)),
    inspect: (path) => counted(() => disk.inspect(path)),
    create: (path, bytes) => counted(() => disk.create(path, bytes)),
    append: (path, bytes) => counted(() => disk.append(path, bytes)),
    read: (path) => counted(() => disk.read(path)),
    rename: (from, to) => counted(() => disk.rename(from, to)),
    remove: (path) => counted(() => disk.remove(path)),
    list: (path) => counted(() => disk.list(path)),
    syncDirectory: (path) => counted(() => disk.syncDirectory(path)),
  };
}

const outside = liveSurroundings(kubeconfigFor({ server }));
const opened = client(await connect({}, outside), outside);
const { agents } = opened.line;
const line = {
  ...opened.line,
  agents: {
    ...agents,
    for: (...asked: Parameters<typeof agents.for>) => counted(() => agents.for(...asked)),
  },
};
const surroundings = {
  ...testSurroundings(),
  files: countedDisk(nodeFileSystem(process.getuid?.())),
  directory,
};
const ends = await removal(openExecutor({ ...opened, line }, surroundings));
process.stdout.write(`${JSON.stringify({ ends, steps: count })}\n`);
process.exit(0);
