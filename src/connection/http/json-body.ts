import { isAscii } from "node:buffer";
import { say, words } from "../../model/index.ts";
import { AccessError } from "../kubeconfig/index.ts";
import { guardJson, type JsonBounds, JsonProblem } from "./json-guard.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The value in the body of an answer that should be Kubernetes JSON. Throws an `AccessError`. */
export function parseBody(bytes: Uint8Array, contentType: string, bounds: JsonBounds): unknown {
  const body = withoutByteOrderMark(bytes);
  if (!isJson(body, contentType)) {
    throw new AccessError(
      "protocol",
      say`Unable to connect to the server: the answer is not Kubernetes JSON (${contentType || "no content type"})`,
      words("A proxy or a login page may have answered instead of the server."),
    );
  }
  try {
    const text = Buffer.from(body.buffer, body.byteOffset, body.length).toString("latin1");
    guardJson(text, bounds);
    return JSON.parse(isAscii(body) ? text : utf8.decode(body));
  } catch (problem) {
    throw notUsable(problem);
  }
}

/** The value, if the body is JSON at all: answers that report a failure can be anything. */
export function parseIfJson(bytes: Uint8Array, contentType: string, bounds: JsonBounds): unknown {
  try {
    return parseBody(bytes, contentType, bounds);
  } catch {
    return undefined;
  }
}

function isJson(body: Uint8Array, contentType: string): boolean {
  let at = 0;
  while (at < body.length && Number(body[at]) <= 0x20) at++;
  return body[at] === 0x7b && !/html|xml/i.test(contentType);
}

function withoutByteOrderMark(bytes: Uint8Array): Uint8Array {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}

function notUsable(problem: unknown): AccessError {
  if (problem instanceof JsonProblem) {
    return new AccessError("protocol", say`the server's answer is not valid: ${problem.message}`);
  }
  if (problem instanceof SyntaxError) {
    return new AccessError("protocol", words("the server's answer is incomplete or malformed JSON"));
  }
  return new AccessError("protocol", words("the server's answer is not UTF-8"));
}
