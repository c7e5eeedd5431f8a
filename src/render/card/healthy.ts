import {
  type Diagnosis,
  type Fate,
  type IfDeleted,
  join,
  nameOf,
  type Phrase,
  type Report,
  say,
  withoutNamespace,
  words,
} from "../../model/index.ts";
import { apart, type Block, paragraph, styled, type Text } from "../doc.ts";
import { fates } from "../fates.ts";
import type { RenderOptions } from "../renderer.ts";
import { conditionOf } from "../terminal/future.ts";
import { ifDeletedSections } from "../terminal/if-deleted.ts";
import { diskOf } from "./data.ts";
import { warningBlocks } from "./footer.ts";
import { stepBlocks } from "./steps.ts";

export function healthyCard(diagnosis: Diagnosis, report: Report, options: RenderOptions): readonly Block[] {
  const hasHelp = diagnosis.remedies.length > 0;
  return apart([
    healthyLines(diagnosis, report, options),
    hasHelp ? stepBlocks(diagnosis, "in full") : [],
    hasHelp ? warningBlocks(diagnosis, 1) : [],
    ...(options.ifDeleted ? ifDeletedSections(diagnosis, report) : []),
  ]);
}

/** One line, and a second that says what a deletion would lose. */
export function healthyLines(diagnosis: Diagnosis, report: Report, options: RenderOptions): readonly Block[] {
  const { object, state, ifDeleted, verdict } = diagnosis;
  const remark =
    verdict.reason === state ? [] : [...words(": "), ...withoutNamespace(verdict.summary, object.namespace)];
  const opening = [...styled("title", say`${nameOf(object)} is ${state}`), ...remark, ...words(".")];
  if (ifDeleted === undefined || options.ifDeleted) return [paragraph(opening, 2)];
  return [paragraph(opening, 2), paragraph(deletionOf(ifDeleted, report, object.namespace), 2)];
}

function deletionOf(ifDeleted: IfDeleted, { unread }: Report, namespace: string | undefined): Text {
  const { stays, goesWhen, decidedWhen, fate, fateComes } = ifDeleted;
  const until = join(goesWhen.map(conditionOf), ", then until ");
  const proviso = words(unread.length === 0 ? "" : ", as far as could be read");
  const waits = stays || until.length > 0;
  const becomes = waits
    ? say`it would stay Terminating${until.length === 0 ? [] : say` until ${until}`}`
    : words("it would be deleted at once");
  const own = withoutNamespace(say`If it were deleted now${proviso}, ${becomes}`, namespace);
  if (fate === undefined) return [...own, ...words(".")];
  const outcome = [...diskOf(fate), ...words(" "), ...outcomeOf(fate)];
  const when = fateComes === "with it" ? momentOf(goesWhen, decidedWhen) : words("; in any case ");
  return [...own, ...withoutNamespace(when, namespace), ...outcome, ...words(".")];
}

/** When it is decided over the data: before the object is deleted, with it, or after it. */
function momentOf(until: readonly Phrase[], when: readonly Phrase[]): Phrase {
  const last = when.at(-1);
  if (when.length < until.length) return last === undefined ? words("; at once ") : say`; ${last}, `;
  const later = when.slice(until.length);
  return later.length === 0 ? words("; then ") : say`; then, ${join(later, ", then ")}, `;
}

function outcomeOf({ data }: Fate): Text {
  const { ifDeleted, style } = fates[data];
  return styled(style, words(ifDeleted));
}
