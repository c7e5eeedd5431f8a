/** A tar archive of which every byte is decided by its files: no times, no owners, a fixed order. */

export interface TarFile {
  readonly path: string;
  readonly bytes: Uint8Array;
  readonly mode: 0o644 | 0o755;
}

const block = 512;

/** POSIX.1-1988 ustar. */
export function tar(files: readonly TarFile[]): Uint8Array {
  const sorted = [...files].sort((a, b) => (a.path < b.path ? -1 : 1));
  const parts = sorted.flatMap((file) => [header(file), file.bytes, padding(file.bytes.length)]);
  return Buffer.concat([...parts, Buffer.alloc(2 * block)]);
}

function padding(length: number): Uint8Array {
  return Buffer.alloc((block - (length % block)) % block);
}

function header({ path, bytes, mode }: TarFile): Uint8Array {
  if (Buffer.byteLength(path) > 100) throw new Error(`${path} is too long for a tar archive`);
  const head = Buffer.alloc(block);
  head.write(path, 0);
  octal(head, mode, 100, 8);
  octal(head, 0, 108, 8);
  octal(head, 0, 116, 8);
  octal(head, bytes.length, 124, 12);
  octal(head, 0, 136, 12);
  head.write("        0", 148);
  head.write("ustar\u000000", 257, "latin1");
  const sum = head.reduce((total, byte) => total + byte, 0);
  octal(head, sum, 148, 7);
  return head;
}

function octal(head: Buffer, value: number, at: number, size: number): void {
  head.write(`${value.toString(8).padStart(size - 1, "0")}\0`, at);
}
