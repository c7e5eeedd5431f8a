import type { Blocker, BlockerList } from "../../model/index.ts";
import { whole } from "../escape.ts";
import type { BlockersView, BlockerView } from "./blockers-schema.ts";
import { apiVersion } from "./parts.ts";
import { objectView, plainText, unreadView } from "./parts-of.ts";

/** The list as the public contract has it. */
export function blockersView(list: BlockerList): BlockersView {
  return {
    apiVersion,
    kind: "BlockerList",
    takenAt: whole(list.takenAt),
    clock: list.clock,
    source: whole(list.source),
    complete: list.unread.length === 0 && list.skipped.length === 0,
    unread: list.unread.map(unreadView),
    skipped: list.skipped.map(whole),
    subjects: list.subjects.map(({ object, taken, blockers, victims }) => ({
      object: objectView(object),
      taken,
      blockers: blockers.map(blockerView),
      victims: victims.map(blockerView),
    })),
  };
}

function blockerView({ object, state, node, scale, refersBy, counts, because }: Blocker): BlockerView {
  return {
    object: objectView(object),
    state: whole(state),
    ...(node === undefined ? {} : { node: whole(node) }),
    ...(scale === undefined ? {} : { scale: objectView(scale) }),
    refersBy: whole(refersBy),
    counts,
    because: plainText(because),
  };
}
