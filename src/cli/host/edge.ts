import type { Edge, FlagValues, Output } from "../../commands/index.ts";
import { busyOn } from "../busy.ts";
import { isColoured } from "./color.ts";
import type { Host } from "./host.ts";
import { opener } from "./open.ts";

/** The world of a command, made from the process that it runs in. */
export function edgeOf(host: Host, flags: FlagValues, out: Output, err: Output): Edge {
  return {
    out,
    err,
    color: isColoured(flags, host.stdout, host) ? "always" : "never",
    now: () => host.now(),
    open: opener(host, err),
    busy: busyOn(host.stderr),
    interrupted: host.interrupted,
    about: host.about,
    installCompleter: () => host.installCompleter(),
  };
}
