import type { Framing } from "./head.ts";
import { isHeader } from "./head.ts";

/** What of the bytes of a connection belongs to a body. */
export interface Body {
  /** Hands over what is in these bytes, which are the connection's own again afterwards. */
  feed(bytes: Buffer): "more" | { readonly endedAt: number };
}

/** The framing of a body is not as it should be. The code is that of Node's parser. */
export class Misframed extends Error {
  readonly code: string;

  constructor(code: string) {
    super(`the body is not framed as HTTP: ${code}`);
    this.code = code;
  }
}

type Take = (chunk: Buffer) => void;

export function bodyOf(framing: Framing["body"], take: Take): Body {
  return framing.by === "length" ? ofLength(framing.bytes, take) : inChunks(take);
}

function ofLength(length: number, take: Take): Body {
  let left = length;
  return {
    feed(bytes) {
      const part = bytes.length <= left ? bytes : bytes.subarray(0, left);
      left -= part.length;
      if (part.length > 0) take(part);
      return left === 0 ? { endedAt: part.length } : "more";
    },
  };
}

const longestLine = 4096;
const longestTrailer = 16 * 1024;
const lineFeed = 0x0a;
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const extension = `;${token}(?:=(?:${token}|"[\\t\\x20-\\x21\\x23-\\x5b\\x5d-\\x7e]*"))?`;
const sizeLine = new RegExp(`^([0-9a-fA-F]{1,12})(?:${extension})*\\r\\n$`);

/** RFC 9112, section 7.1. */
function inChunks(take: Take): Body {
  let part: "size" | "data" | "end of data" | "trailer" = "size";
  let line = "";
  let left = 0;
  let trailer = 0;

  /** The line that ends in these bytes, with its end, if it does. */
  function lineIn(bytes: Buffer, from: number): { readonly text: string; readonly end: number } | undefined {
    const at = bytes.indexOf(lineFeed, from);
    const end = at < 0 ? bytes.length : at + 1;
    line += bytes.toString("latin1", from, Math.min(end, from + longestLine));
    if (line.length >= longestLine) throw new Misframed("HPE_INVALID_CHUNK_SIZE");
    if (at < 0) return undefined;
    const text = line;
    line = "";
    return { text, end };
  }

  function ended(text: string): void {
    switch (part) {
      case "size": {
        const size = sizeLine.exec(text)?.[1];
        if (size === undefined) throw new Misframed("HPE_INVALID_CHUNK_SIZE");
        left = Number.parseInt(size, 16);
        part = left === 0 ? "trailer" : "data";
        return;
      }
      case "end of data":
        if (text !== "\r\n") throw new Misframed("HPE_STRICT");
        part = "size";
        return;
      case "trailer":
        trailer += text.length;
        if (trailer > longestTrailer) throw new Misframed("HPE_HEADER_OVERFLOW");
        if (!text.endsWith("\r\n") || !isHeader(text.slice(0, -2)))
          throw new Misframed("HPE_INVALID_HEADER_TOKEN");
        return;
      case "data":
        return;
    }
  }

  return {
    feed(bytes) {
      let at = 0;
      while (at < bytes.length) {
        if (part === "data") {
          const end = Math.min(bytes.length, at + left);
          left -= end - at;
          take(bytes.subarray(at, end));
          at = end;
          if (left === 0) part = "end of data";
          continue;
        }
        const found = lineIn(bytes, at);
        if (found === undefined) return "more";
        at = found.end;
        if (part === "trailer" && found.text === "\r\n") return { endedAt: at };
        ended(found.text);
      }
      return "more";
    },
  };
}
