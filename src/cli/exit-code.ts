import { ioReason } from "../connection/io-reason.ts";
import type { Writer, Written } from "./writer.ts";

/** The exit code of a run that came to this one, now that it is known what became of its output. */
export function endOf(written: Written, code: number, err: Writer): number {
  switch (written.state) {
    case "written":
      return code;
    case "closed":
      // Who reads no further still hears that a change did not go as planned.
      return code === 5 || code === 6 ? code : 0;
    case "failed":
      err.write(`error: could not write the output: ${ioReason(written.problem)}\n`);
      return 2;
  }
}
