import { gzipSync } from "node:zlib";

export interface TarFile {
  readonly name: string;
  readonly content?: string;
  readonly flag?: string;
  /** What the header says, where it lies. */
  readonly size?: number;
}

/** A ustar archive, as far as a test needs one. */
export function tarOf(files: readonly TarFile[]): Buffer {
  return Buffer.concat([...files.map(entryOf), Buffer.alloc(1024)]);
}

export function tarGz(files: readonly TarFile[]): Buffer {
  return gzipSync(tarOf(files));
}

function entryOf({ name, content = "", flag = "0", size }: TarFile): Buffer {
  const bytes = Buffer.from(content);
  const header = Buffer.alloc(512);
  header.write(name, 0, 100);
  header.write("0000644\0", 100);
  header.write(`${(size ?? bytes.length).toString(8).padStart(11, "0")}\0`, 124);
  header.write("        ", 148);
  header.write(flag, 156);
  header.write("ustar\x0000", 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
  return Buffer.concat([header, bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)]);
}
