import type { BeginReader } from "../../connection/http/beginning.ts";
import { beginIn } from "../protobuf/index.ts";

/**
 * Reads where a list goes on from the first bytes of its page, which is in protobuf; in JSON it is not looked for.
 *
 * @param left hears how many objects are left after the page, where the server says so
 */
export function beginOfList(left: (objects: number) => void): {
  readonly read: BeginReader;
  readonly token: Promise<string>;
} {
  let found = (_: string) => {};
  const token = new Promise<string>((resolve) => {
    found = resolve;
  });
  return {
    token,
    read(begin) {
      const read = beginIn(begin);
      if (read === "more") return "more";
      if (read.token !== undefined) found(read.token);
      if (read.remaining !== undefined) left(read.remaining);
      return "enough";
    },
  };
}
