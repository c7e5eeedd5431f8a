import { type FixRequest, isRecord, own, say } from "../../model/index.ts";
import { Failure } from "../failure.ts";

/** What a reviewed plan says: only what it takes to make it again, and to see that it is the same. */
export interface ReviewedPlan {
  readonly request: FixRequest;
  readonly digest: string;
}

const texts = ["namespace", "remedy", "finalizer", "rule"] as const;
const fields: readonly string[] = ["words", "max", ...texts];

/** The file is not trusted: nothing of it is ever sent. */
export function reviewedPlan(text: string, file: string): ReviewedPlan {
  const value = parsed(text);
  if (
    !isRecord(value) ||
    own(value, "kind") !== "Plan" ||
    own(value, "apiVersion") !== "pvguard.dev/v1alpha1"
  )
    throw bad(file, "it was not printed by 'kubectl pvguard fix -o json'");
  const [digest, asked] = [own(value, "digest"), own(value, "asked")];
  if (typeof digest !== "string" || !/^[0-9a-f]{64}$/.test(digest)) throw bad(file, "it has no digest");
  const request = isRecord(asked) ? requestIn(asked) : undefined;
  if (request === undefined) throw bad(file, "it does not contain what was asked for");
  return { request, digest };
}

function requestIn(asked: { readonly [key: string]: unknown }): FixRequest | undefined {
  if (Object.keys(asked).some((field) => !fields.includes(field))) return undefined;
  const [words, max] = [own(asked, "words"), own(asked, "max")];
  if (!Array.isArray(words) || !words.every((word) => typeof word === "string")) return undefined;
  if (max !== undefined && !Number.isSafeInteger(max)) return undefined;
  const named = texts
    .map((field) => [field, own(asked, field)] as const)
    .filter(([, given]) => given !== undefined);
  if (!named.every(([, given]) => typeof given === "string")) return undefined;
  return {
    words: words.map(String),
    ...Object.fromEntries(named.map(([field, given]) => [field, String(given)])),
    ...(max === undefined ? {} : { max: Number(max) }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function bad(file: string, why: string): Failure {
  return new Failure("usage", say`error: cannot use ${file} as a plan: ${why}`);
}
