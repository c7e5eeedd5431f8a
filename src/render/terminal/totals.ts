import { say, words } from "../../kubernetes/index.ts";
import type { AuditReport } from "../../report/index.ts";
import type { Share, Sum } from "../amounts.ts";
import { divisions, gibibytes, sharesBy, sumOf } from "../amounts.ts";
import type { Block, Text } from "../doc.ts";
import { paragraph } from "../doc.ts";
import { whole } from "../escape.ts";
import { boxLines } from "../table.ts";

const mostRows = 8;

/** What the objects take up, by rule, storage class and namespace. Where there is but one of each, the summary says it. */
export function totalsBlocks({ findings }: AuditReport): readonly Block[] {
  const shares = [
    { by: "rule", among: sharesBy(findings, divisions.code) },
    { by: "storage class", among: sharesBy(findings, divisions.storageClass) },
    { by: "namespace", among: sharesBy(findings, divisions.namespace) },
  ];
  if (shares.every(({ among }) => among.length < 2)) return [];
  const rows = shares.flatMap(({ by, among }) => rowsOf(by, among));
  return [
    paragraph([{ words: "Disk space, each disk once a line", style: "heading" }]),
    {
      block: "drawn",
      lines: boxLines(["by", "which", "objects", "GiB"], ["left", "left", "right", "right"], rows),
    },
  ];
}

/** The largest first; what is behind them in one row. */
function rowsOf(by: string, shares: readonly Share[]): readonly (readonly Text[])[] {
  const sorted = shares
    .map(({ of, findings }) => ({ findings, ...sumOf({ of, findings }) }))
    .sort((a, b) => b.bytes - a.bytes || (a.of < b.of ? -1 : 1));
  const shown = sorted
    .slice(0, mostRows)
    .map((sum) => row(sum.of === "" ? words("none") : say`${whole(sum.of)}`, sum));
  const rest = sorted.slice(mostRows);
  const others = sumOf({ of: "", findings: rest.flatMap(({ findings }) => findings) });
  const all = rest.length === 0 ? shown : [...shown, row(words(`${rest.length} more`), others)];
  return all.map((cells, position) => [words(position === 0 ? by : ""), ...cells]);
}

function row(which: Text, { objects, bytes }: Sum): readonly Text[] {
  return [which, words(String(objects)), words(gibibytes(bytes))];
}
