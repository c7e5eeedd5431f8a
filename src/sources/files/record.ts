import { say } from "../../model/index.ts";
import type { ReadHead, RecordedHead } from "../snapshot-file/index.ts";
import { withinScope } from "./assemble.ts";
import type { Contents } from "./contents.ts";
import { headsOf } from "./coverage.ts";
import { refuse } from "./input-error.ts";

/** The readings that a snapshot file records, checked against the objects that follow. */
export function coverageOfRecord(heads: readonly RecordedHead[], contents: Contents): readonly ReadHead[] {
  if (contents.damage.length === 0) checkCounts(heads, contents);
  return heads.flatMap((recorded) => {
    const { count: _, ...head } = recorded;
    return head.read ? headsOf(head.resource, head.scope, contents) : [head];
  });
}

/** An object that another reading found later can add to a scope; none can go. */
function checkCounts(heads: readonly RecordedHead[], contents: Contents): void {
  const within = withinScope(contents.objects);
  for (const { resource, scope, count } of heads) {
    if (count === undefined || scope.of === "about") continue;
    const found = within(resource, scope).length;
    if (found >= count) continue;
    throw refuse(
      { file: contents.file },
      say`it should contain ${count} objects of ${resource}, but contains ${found}: it was cut off or changed`,
    );
  }
}
