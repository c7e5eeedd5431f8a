/** What is at a path. A link counts as what it leads to when it was named, and as `other` inside a folder. */
export type PathKind = "file" | "folder" | "other" | "absent";

export interface FolderEntry {
  readonly name: string;
  readonly kind: PathKind;
}

/** How files are read, so that tests need none. Nothing is ever written. */
export interface FileIo {
  kindOf(path: string): Promise<PathKind>;
  list(folder: string): Promise<readonly FolderEntry[]>;
  read(path: string): AsyncIterable<Uint8Array>;
  stdin(): AsyncIterable<Uint8Array>;
}
