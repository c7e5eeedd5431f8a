import { distinct } from "../../kubernetes/index.ts";
import type { Denied } from "./denied.ts";
import { deniedIn } from "./denied.ts";
import type { NotFound } from "./missing.ts";
import { notFoundIn } from "./missing.ts";
import type { Sign } from "./signs.ts";
import { signsIn } from "./signs.ts";

/** An error of a driver, a controller or the kubelet, as far as its words tell. A word is a hint, never a proof. */
interface ErrorText {
  /** Each statement that something is not found, with what it is. */
  readonly notFound: readonly NotFound[];
  /** Whose permission is missing. */
  readonly denied?: Denied;
  readonly signs: ReadonlySet<Sign>;
}

/** A whole text is read, but not the megabytes that a hostile file can hold. */
const mostRead = 20_000;

/**
 * Reads an error whole, with its subject.
 *
 * @param names what the disk is called that the error is about, as `diskNamesOf` says
 */
export function readError(text: string, names: readonly string[] = []): ErrorText {
  const read = text.slice(0, mostRead);
  const denied = deniedIn(read);
  return {
    notFound: distinct(notFoundIn(read, names), ({ what, name = "" }) => `${what} ${name}`),
    signs: signsIn(read),
    ...(denied === undefined ? {} : { denied }),
  };
}
