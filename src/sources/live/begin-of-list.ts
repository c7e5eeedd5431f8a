import type { BeginReader } from "../../connection/http/beginning.ts";
import { continueIn } from "../protobuf/index.ts";

/** Reads where a list goes on from the first bytes of its page, which is in protobuf; in JSON it is not looked for. */
export function beginOfList(): { readonly read: BeginReader; readonly token: Promise<string> } {
  let found = (_: string) => {};
  const token = new Promise<string>((resolve) => {
    found = resolve;
  });
  return {
    token,
    read(begin) {
      const read = continueIn(begin);
      if (read === "more") return "more";
      if (read.token !== undefined) found(read.token);
      return "enough";
    },
  };
}
