import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

/** One build of a thing at a time, between processes. The lock of a process that is gone does not count. */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const mine = `${file}.${process.pid}`;
  writeFileSync(mine, String(process.pid));
  try {
    while (!taken(mine, file)) {
      if (!isAlive(Number(readIfThere(file)))) rmSync(file, { force: true });
      else await sleep(1000);
    }
    return await work().finally(() => rmSync(file, { force: true }));
  } finally {
    rmSync(mine, { force: true });
  }
}

function taken(mine: string, file: string): boolean {
  try {
    linkSync(mine, file);
    return true;
  } catch {
    return false;
  }
}

function readIfThere(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}

function isAlive(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
