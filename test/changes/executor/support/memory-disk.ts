import type { FileSystem, Inspected } from "../../../../src/changes/executor/index.ts";

interface Entry {
  readonly is: "file" | "directory" | "link";
  readonly mode: number;
  readonly bytes: Uint8Array;
}

/** What is about to happen; a test can throw instead, or see it. */
type Watch = (call: keyof FileSystem, path: string) => unknown;

export interface MemoryDisk extends FileSystem {
  readonly entries: Map<string, Entry>;
  text(path: string): string;
  /** From now on. */
  watch(watch: Watch): void;
}

/** A disk that forgets everything, and does what it is told to do wrong. */
export function memoryDisk(): MemoryDisk {
  const entries = new Map<string, Entry>();
  let watch: Watch = () => {};
  const found = (path: string): Entry => {
    const entry = entries.get(path);
    if (entry === undefined) throw failure("ENOENT");
    if (entry.is === "link") throw failure("ELOOP");
    return entry;
  };
  return {
    entries,
    text: (path) => new TextDecoder().decode(found(path).bytes),
    watch: (next) => {
      watch = next;
    },
    async makeDirectory(path) {
      await watch("makeDirectory", path);
      if (!entries.has(path)) entries.set(path, { is: "directory", mode: 0o700, bytes: new Uint8Array() });
    },
    async inspect(path): Promise<Inspected> {
      await watch("inspect", path);
      const entry = entries.get(path);
      return entry === undefined ? { is: "missing" } : { is: entry.is, mode: entry.mode, owned: "by-us" };
    },
    async create(path, bytes) {
      await watch("create", path);
      if (entries.has(path)) throw failure("EEXIST");
      entries.set(path, { is: "file", mode: 0o600, bytes });
    },
    async append(path, bytes) {
      await watch("append", path);
      const before = entries.has(path) ? found(path).bytes : new Uint8Array();
      entries.set(path, { is: "file", mode: 0o600, bytes: Buffer.concat([before, bytes]) });
    },
    async read(path) {
      await watch("read", path);
      return found(path).bytes;
    },
    async rename(from, to) {
      await watch("rename", to);
      entries.set(to, found(from));
      entries.delete(from);
    },
    async remove(path) {
      await watch("remove", path);
      entries.delete(path);
    },
    async list(path) {
      await watch("list", path);
      const names = [...entries.keys()]
        .filter((entry) => entry.startsWith(`${path}/`))
        .map((entry) => entry.slice(path.length + 1).split("/")[0] ?? "");
      return [...new Set(names)];
    },
    async syncDirectory(path) {
      await watch("syncDirectory", path);
    },
  };
}

export function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}
