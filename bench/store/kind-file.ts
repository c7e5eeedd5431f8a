import { closeSync, openSync, writeSync } from "node:fs";
import type { Encoded } from "./encoded.ts";
import { byKey } from "./encoded.ts";

/** The files of one kind: all objects in JSON, all in protobuf, and where each of them is. */
export class KindFile {
  readonly #files: { readonly json: number; readonly pb: number; readonly index: number };
  #waiting: Encoded[] = [];
  count = 0;
  json = 0;
  protobuf = 0;

  constructor(base: string) {
    this.#files = {
      json: openSync(`${base}.json`, "w"),
      pb: openSync(`${base}.pb`, "w"),
      index: openSync(`${base}.index`, "w"),
    };
  }

  add(object: Encoded): void {
    this.#waiting.push(object);
  }

  /** What comes from now on has a greater key than all that came. */
  flush(): void {
    const objects = this.#waiting.sort(byKey);
    this.#waiting = [];
    const lines = objects.map(
      ({ key, json, protobuf, selector }) => `${key}\t${json.length}\t${protobuf.length}\t${selector}\n`,
    );
    const json = Buffer.concat(objects.map((each) => each.json));
    const protobuf = Buffer.concat(objects.map((each) => each.protobuf));
    writeAll(this.#files.json, json);
    writeAll(this.#files.pb, protobuf);
    writeAll(this.#files.index, Buffer.from(lines.join("")));
    this.count += objects.length;
    this.json += json.length;
    this.protobuf += protobuf.length;
  }

  close(): void {
    this.flush();
    for (const file of Object.values(this.#files)) closeSync(file);
  }
}

function writeAll(file: number, bytes: Buffer): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}
