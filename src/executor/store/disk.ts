/** What the executor needs of a disk. Each function throws what the operating system says. */
export interface Disk {
  /** With all its parents, for the owner alone. Nothing happens when it is there. */
  makeDirectory(path: string): Promise<void>;
  /** Of the path itself: a symbolic link is not followed. */
  inspect(path: string): Promise<Inspected>;
  /** A new file for the owner alone, on the disk when this returns. Fails with EEXIST when anything has that name. */
  create(path: string, bytes: Uint8Array): Promise<void>;
  /** Adds to the end of a file for the owner alone, on the disk when this returns. Fails with ELOOP at a link. */
  append(path: string, bytes: Uint8Array): Promise<void>;
  /** Fails with ELOOP at a link. */
  read(path: string): Promise<Uint8Array>;
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** The names in a directory. */
  list(path: string): Promise<readonly string[]>;
  /** Makes new names in a directory outlast a power failure. */
  syncDirectory(path: string): Promise<void>;
}

export type Inspected =
  | { readonly is: "missing" }
  | {
      readonly is: "file" | "directory" | "link" | "other";
      /** The permission bits; absent where the system has none. */
      readonly mode?: number;
      readonly owned: "by-us" | "by-another" | "unknown";
    };
