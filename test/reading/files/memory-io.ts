import type { FileIo, FolderEntry } from "../../../src/reading/files/index.ts";

export interface MemoryFiles {
  readonly [path: string]: string | Uint8Array;
}

/** Files that exist only in a test; `-` is standard input. Content comes in pieces of `size` bytes. */
export function memoryIo(files: MemoryFiles, size = 1024): FileIo {
  const bytesOf = (path: string): Uint8Array => {
    const content = files[path];
    if (content === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    return typeof content === "string" ? Buffer.from(content) : content;
  };
  return {
    async kindOf(path) {
      if (Object.hasOwn(files, path)) return "file";
      return Object.keys(files).some((file) => file.startsWith(`${path}/`)) ? "folder" : "absent";
    },
    async list(folder) {
      const names = new Map<string, FolderEntry>();
      for (const path of Object.keys(files).filter((file) => file.startsWith(`${folder}/`))) {
        const [name = "", ...rest] = path.slice(folder.length + 1).split("/");
        names.set(name, { name, kind: rest.length === 0 ? "file" : "folder" });
      }
      return [...names.values()];
    },
    read: (path) => inPieces(bytesOf(path), size),
    stdin: () => inPieces(bytesOf("-"), size),
  };
}

async function* inPieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}
