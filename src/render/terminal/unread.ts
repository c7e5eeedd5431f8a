import type { Scope, Unread } from "../../cluster/index.ts";
import { wider } from "../../cluster/index.ts";
import type { Phrase, Resource } from "../../kubernetes/index.ts";
import {
  apiVersionOf,
  groupOf,
  isOtherResource,
  kindOf,
  otherKind,
  pluralOf,
  say,
  spokenPluralOf,
  words,
} from "../../kubernetes/index.ts";
import type { Silenced } from "../../report/index.ts";
import type { Block } from "../doc.ts";
import { bullet, indented, paragraph, section, sentence, verbatim } from "../doc.ts";
import { byKey, grouped } from "../group.ts";
import { present } from "../present.ts";
import type { RenderOptions } from "../renderer.ts";
import { commandLine } from "../shell.ts";
import { unreadName } from "./holds.ts";

const meanings: Record<Unread["reason"], string> = {
  Forbidden: "you are not allowed to read this",
  NotServed: "the cluster does not serve this API",
  Unavailable: "reading failed",
  NotCollected: "not in the input",
  NotJudged: "a rule failed, which is a bug in pvguard: please report it",
  LeftToChance: "a controller picks one of several, and which one is unknown",
};

/** More than this is only counted: one line for each of thousands of objects is of no use. */
const mostUnread = 20;

/** What was needed but not read, each with what would help. */
export function unreadBlocks(unread: readonly Unread[]): readonly Block[] {
  const absent = unread.filter(({ reason }) => reason === "NotCollected");
  const single = absent.length > 1 ? unread.filter(({ reason }) => reason !== "NotCollected") : unread;
  const listed = single.slice(0, mostUnread).map((missing) => bullet(unreadLine(missing), help(missing)));
  const more = single.length - listed.length;
  const rest = more === 0 ? [] : [paragraph(say`and ${more} more; \`-o json\` lists them`)];
  return [...(absent.length > 1 ? notInInput(absent) : []), ...listed, ...rest];
}

/** Kinds that the input does not hold: one line, and one command that gets them all. */
function notInInput(absent: readonly Unread[]): readonly Block[] {
  const known = absent.flatMap(({ resource, scope }) =>
    isOtherResource(resource) ? [] : [{ resource, scope }],
  );
  const resources = [...new Set(known.map(({ resource }) => resource))];
  const namespaces = new Set(known.flatMap(({ resource, scope }) => where(resource, scope).join(" ") || []));
  const [only = "", ...others] = namespaces;
  const place = namespaces.size === 0 ? [] : others.length === 0 ? only.split(" ") : ["-A"];
  const names = resources.map(spokenPluralOf).join(", ");
  const intro = "A command that gets them, without what the cluster does not serve:";
  const command = [resources.map(kubectlName).join(","), ...place];
  return [bullet(words(`Not in the input: ${names}`), gettingBlocks(intro, command))];
}

function gettingBlocks(intro: string, what: readonly string[]): readonly Block[] {
  const line = commandLine({ argv: ["kubectl", "get", ...what, "-o", "yaml"] });
  return line === undefined ? [] : [paragraph(words(intro)), indented([verbatim(words(`$ ${line}`))])];
}

export function notRead(unread: readonly Unread[], options: RenderOptions): string {
  return present(section(words("Not read"), unreadBlocks(widest(unread))), options);
}

/** What would help to read it, below a line that says so; empty if that is unknown. */
export function helpWith(missing: Unread, options: RenderOptions): string {
  const blocks = help(missing);
  return blocks.length === 0 ? "" : present([indented(blocks)], options);
}

/** `Pods of all namespaces: Forbidden, you may not read this`. */
export function unreadLine(missing: Unread): Phrase {
  const detail = missing.detail === undefined ? [] : say` (${missing.detail})`;
  return sentence(
    say`${unreadName(missing)}: ${words(`${missing.reason}, ${meanings[missing.reason]}`)}${detail}`,
  );
}

function help(missing: Unread): readonly Block[] {
  if (missing.reason === "Forbidden") return allowing(missing);
  return missing.reason === "NotCollected" ? collecting(missing) : [];
}

function allowing({ resource, scope, plural }: Unread): readonly Block[] {
  const isNamespaced = "namespace" in scope && scope.namespace !== undefined;
  const role = words(isNamespaced ? "a Role or a ClusterRole" : "a ClusterRole");
  if (isOtherResource(resource) && plural === undefined) return [];
  const rule = isOtherResource(resource)
    ? `{apiGroups: ["${groupOf(otherKind(resource).apiVersion)}"], resources: ["${plural}"], verbs: ["get"]}`
    : `{apiGroups: ["${groupIn(resource)}"], resources: ["${pluralOf(resource)}"], verbs: ["get", "list"]}`;
  return [paragraph(say`A rule in ${role} that allows it:`), indented([verbatim(words(rule))])];
}

function collecting({ resource, scope }: Unread): readonly Block[] {
  if (isOtherResource(resource)) return [];
  const name = scope.of === "object" ? [scope.name] : [];
  const command = [kubectlName(resource), ...name, ...where(resource, scope)];
  return gettingBlocks("A command that gets it for the input:", command);
}

function kubectlName(resource: Resource): string {
  const group = groupIn(resource);
  return group === "" ? pluralOf(resource) : `${pluralOf(resource)}.${group}`;
}

function where(resource: Resource, scope: Scope): readonly string[] {
  if (!kindOf(resource).namespaced) return [];
  return "namespace" in scope && scope.namespace !== undefined ? ["-n", scope.namespace] : ["-A"];
}

function groupIn(resource: Resource): string {
  return groupOf(apiVersionOf(resource));
}

/** Something that was not read, with the rules that could not look because of it. */
export interface BlindSpot {
  readonly unread: Unread;
  /** Sorted, each once. */
  readonly codes: readonly string[];
}

/** What keeps rules from looking: that which silences most of them first. */
export function blindSpots(silenced: readonly Silenced[]): readonly BlindSpot[] {
  const within = byKey(silenced, ({ unread }) =>
    [unread.scope, ...wider(unread.scope)].map((scope) => keyOf(unread, scope)),
  );
  return widest(silenced.map(({ unread }) => unread))
    .map((unread) => ({ unread, codes: silencedCodes(within.get(keyOf(unread, unread.scope)) ?? []) }))
    .sort((a, b) => b.codes.length - a.codes.length);
}

export function silencedCodes(silenced: readonly Silenced[]): readonly string[] {
  return [...new Set(silenced.map(({ code }) => code))].sort();
}

/** Each once, and none that lies within another that was not read for the same reason. */
export function widest(unread: readonly Unread[]): readonly Unread[] {
  const distinct = grouped(unread, ({ resource, scope }) => JSON.stringify([resource, scope])).map(
    ([one]) => one,
  );
  const keys = new Set(distinct.map((one) => keyOf(one, one.scope)));
  return distinct.filter((one) => !wider(one.scope).some((scope) => keys.has(keyOf(one, scope))));
}

/** Two with the same key have the same reason, too. */
function keyOf({ resource, reason }: Unread, scope: Scope): string {
  return JSON.stringify([resource, reason, Object.entries(scope).sort()]);
}
