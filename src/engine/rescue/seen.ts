import {
  type KubeObject,
  type ObjectRef,
  type Phrase,
  type Refusal,
  refOf,
  type SeenRef,
} from "../../model/index.ts";
import type { Next } from "./rescue.ts";

/** Points at this very object. */
export function seen(object: KubeObject): SeenRef {
  return { ...refOf(object), uid: object.metadata.uid };
}

export function refuse(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): Next {
  return { next: "refuse", refusal: refusal(reason, object, message, instead) };
}

export function refusal(reason: string, object: ObjectRef, message: Phrase, instead?: Phrase): Refusal {
  return { reason, object, message, ...(instead === undefined ? {} : { instead }) };
}
