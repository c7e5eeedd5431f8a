import type { KubeObject, Phrase } from "../../kubernetes/index.ts";
import type { Answer } from "../sources/source.ts";

/** An object that does not exist, as it was asked for. */
export interface Missing {
  readonly name: string;
  /** `undefined`: of a kind without namespaces, or in every namespace of an input. */
  readonly namespace: string | undefined;
}

/** What is explained in the place of an object that does not exist. */
interface StandIn {
  readonly object: KubeObject;
  /** What the missing object has to do with it: that it does not exist is said first. */
  readonly because: Phrase;
}

/** What was found instead; a note is what a person should know where nothing was. */
export type Looked = { readonly standIn: StandIn } | { readonly note?: Phrase };

/** A kind that the server does not have is no kind that was not seen. */
export function isUnseen(answer: Answer): boolean {
  return answer.state === "unread" && answer.reading.reason !== "NotServed";
}
