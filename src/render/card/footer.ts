import { type Diagnosis, type Report, say, type Unread, words } from "../../model/index.ts";
import { askAbout } from "../ask-about.ts";
import { type Block, paragraph, styled, verbatim } from "../doc.ts";
import type { RenderOptions } from "../renderer.ts";
import { unreadName } from "../terminal/names.ts";
import { rescueOf } from "../terminal/rescue-hint.ts";
import { inShort } from "./row.ts";

/** What people try, and what it would cost. */
export function warningBlocks({ avoid, object }: Diagnosis, most: number): readonly Block[] {
  return avoid.slice(0, most).map(({ step, because }) => {
    const text = inShort(say`${step}: ${because}`, object.namespace);
    return paragraph([...styled("careful", words("Do not ")), ...text], 2);
  });
}

/** More than this are counted. */
const mostUnread = 3;

/** What could not be read, and that it matters: before anybody does what the steps say. */
export function unreadBlocks(unread: readonly Unread[]): readonly Block[] {
  if (unread.length === 0) return [];
  const names = unread
    .slice(0, mostUnread)
    .map((missing) => say`${unreadName(missing)} (${words(reasons[missing.reason])})`);
  const left = unread.length - names.length;
  const more = left === 0 ? [] : words(`, and ${left} more`);
  const list = names.flatMap((name, at) => (at === 0 ? name : [...words(", "), ...name]));
  return [
    paragraph(
      styled("careful", [
        ...words("Not read: "),
        ...list,
        ...more,
        ...words(". It could change this answer: -o wide"),
      ]),
      2,
    ),
  ];
}

const reasons: Record<Unread["reason"], string> = {
  Forbidden: "forbidden",
  NotServed: "not served",
  Unavailable: "reading failed",
  NotCollected: "not in the input",
  NotJudged: "pvguard failed",
  LeftToChance: "a controller picks one of several",
};

/** Where to go from here. */
export function nextBlocks(
  diagnosis: Diagnosis,
  { clock }: Pick<Report, "clock">,
  options: RenderOptions,
): readonly Block[] {
  const { verdict, roots, remedies } = diagnosis;
  const fix = remedies.some(({ primary, fix: does }) => primary && does !== undefined)
    ? askAbout(diagnosis.object, "fix", options)
    : undefined;
  const rescue = rescueOf(diagnosis, options.reach);
  const reason = roots.find((root) => root.reason === verdict.reason)?.reason ?? roots[0]?.reason;
  const details = reason === undefined ? "-o wide" : `-o wide, kubectl pvguard explain ${reason}`;
  const lines = [
    ...(fix === undefined
      ? []
      : [`${clock === "live" ? "pvguard can do the first step:" : "On the cluster:"} ${fix}`]),
    ...(rescue === undefined ? [] : [`Deleted by mistake? ${rescue}`]),
    `Details: ${details}`,
  ];
  return lines.map((line) => verbatim([{ words: line, style: "aside" }]));
}
