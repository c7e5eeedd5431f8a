import { readFileSync } from "node:fs";

/** The compiled packer (./packer). The build puts its bytes in place of this file. */
export function packerCode(): Uint8Array<ArrayBuffer> {
  return readFileSync(new URL("./packer.wasm", import.meta.url));
}
