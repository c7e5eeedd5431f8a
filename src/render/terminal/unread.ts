import {
  apiVersionOf,
  groupOf,
  pluralOf,
  say,
  type Unread,
  type UnreadReason,
  words,
} from "../../model/index.ts";
import { type Block, indented, item, paragraph, sentence, verbatim } from "../doc.ts";
import { unreadName } from "./names.ts";

const meanings: Record<UnreadReason, string> = {
  Forbidden: "you may not read this",
  NotServed: "the cluster does not serve this API",
  Unavailable: "the server did not answer",
  NotCollected: "not in the input",
};

/** What would have been needed and was not read, each with what would help. */
export function unreadBlocks(unread: readonly Unread[]): readonly Block[] {
  return unread.map((missing) => item([{ words: "- " }], [paragraph(whatAndWhy(missing)), ...help(missing)]));
}

function whatAndWhy(missing: Unread) {
  const detail = missing.detail === undefined ? [] : say` (${missing.detail})`;
  return sentence(
    say`${unreadName(missing)}: ${words(`${missing.reason}, ${meanings[missing.reason]}`)}${detail}`,
  );
}

function help({ resource, scope, reason }: Unread): readonly Block[] {
  if (reason !== "Forbidden") return [];
  const group = groupOf(apiVersionOf(resource));
  const role = scope.of === "cluster" ? words("a ClusterRole") : words("a Role or a ClusterRole");
  return [
    paragraph(say`A rule in ${role} that allows it:`),
    indented([
      verbatim(
        words(`{apiGroups: ["${group}"], resources: ["${pluralOf(resource)}"], verbs: ["get", "list"]}`),
      ),
    ]),
  ];
}
