import type { FileSystem } from "../../../src/changes/executor/index.ts";
import { failure } from "../../changes/executor/support/memory-disk.ts";

type Call = keyof FileSystem;

/** What needs room on a disk. */
const growing: readonly Call[] = ["makeDirectory", "create", "append", "rename", "syncDirectory"];

interface FailingDisk extends FileSystem {
  /** What was asked of it. */
  readonly calls: readonly Call[];
}

/**
 * A disk on which something fails from the call of this number on. `full`: from then on there is no room for anything.
 * `once`: this call fails, and no other. What is being written is left half.
 */
export function failingDisk(disk: FileSystem, at: number, how: "full" | "once"): FailingDisk {
  const calls: Call[] = [];
  const fails = (call: Call): boolean => {
    calls.push(call);
    const number = calls.length;
    return how === "once" ? number === at : number >= at && growing.includes(call);
  };
  const code = how === "once" ? "EIO" : "ENOSPC";
  function guarded<A extends readonly unknown[], T>(call: Call, work: (...args: A) => Promise<T>) {
    return async (...args: A): Promise<T> => {
      if (fails(call)) throw failure(code);
      return await work(...args);
    };
  }
  return {
    calls,
    makeDirectory: guarded("makeDirectory", disk.makeDirectory),
    inspect: guarded("inspect", disk.inspect),
    create: guarded("create", disk.create),
    async append(path, bytes) {
      if (!fails("append")) return await disk.append(path, bytes);
      await disk.append(path, bytes.subarray(0, Math.floor(bytes.length / 2)));
      throw failure(code);
    },
    read: guarded("read", disk.read),
    rename: guarded("rename", disk.rename),
    remove: guarded("remove", disk.remove),
    list: guarded("list", disk.list),
    syncDirectory: guarded("syncDirectory", disk.syncDirectory),
  };
}
