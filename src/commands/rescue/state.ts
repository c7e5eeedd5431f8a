import type { Rescue } from "../../engine/rescue/index.ts";
import { isRecord, own } from "../../model/index.ts";

/** A rescue that a person confirmed, on disk, so that another run can go on with it. */
export interface RescueState {
  readonly version: 1;
  readonly server: string;
  /** Of the plan that was confirmed: the same `--confirm` goes on with it. */
  readonly digest: string;
  readonly rescue: Rescue;
}

export function stateText(state: RescueState): string {
  return `${JSON.stringify(state, undefined, 2)}\n`;
}

/** `undefined` for anything that this version did not write. */
export function stateIn(text: string): RescueState | undefined {
  const value = parsed(text);
  if (!isRecord(value) || own(value, "version") !== 1) return undefined;
  const isWhole =
    isText(own(value, "server")) && isText(own(value, "digest")) && isRescue(own(value, "rescue"));
  // Each field that is used was looked at.
  return isWhole ? (value as unknown as RescueState) : undefined;
}

function isRescue(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const namespace = own(value, "namespace");
  return (
    isRecord(namespace) &&
    isText(own(namespace, "name")) &&
    isText(own(namespace, "uid")) &&
    isListOf(own(value, "pairs"), (pair) => isSaved(pair, "claim") && isSaved(pair, "volume")) &&
    isListOf(own(value, "stopped"), isStopped) &&
    isTexts(own(value, "safe")) &&
    isTexts(own(value, "accepted"))
  );
}

type Fields = { readonly [field: string]: unknown };

function isSaved(pair: Fields, half: "claim" | "volume"): boolean {
  const saved = own(pair, half);
  if (!isRecord(saved) || !isText(own(saved, "name")) || !isText(own(saved, "uid"))) return false;
  const manifest = own(saved, "manifest");
  return isText(manifest) && isRecord(parsed(manifest));
}

function isStopped(stopped: Fields): boolean {
  const [owner, runBy] = [own(stopped, "owner"), own(stopped, "runBy")];
  return (
    isRef(owner) &&
    isText(own(owner, "uid")) &&
    isCount(own(stopped, "replicas")) &&
    isCount(own(stopped, "during")) &&
    ["Retain", "Delete"].includes(String(own(stopped, "whenScaled"))) &&
    (runBy === undefined || isRef(runBy))
  );
}

function isRef(value: unknown): value is Fields {
  return isRecord(value) && ["apiVersion", "kind", "name"].every((field) => isText(own(value, field)));
}

function isListOf(value: unknown, isOne: (record: Fields) => boolean): boolean {
  return Array.isArray(value) && value.every((one) => isRecord(one) && isOne(one));
}

function isTexts(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isCount(value: unknown): boolean {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
