import { type AuditReport, say, words } from "../../model/index.ts";
import { type Block, paragraph, type Text } from "../doc.ts";
import { gibibytes } from "../size.ts";
import { byteTotals } from "../views/sums.ts";

const columns = [
  { name: "by", align: "left" },
  { name: "which", align: "left" },
  { name: "objects", align: "right" },
  { name: "GiB", align: "right" },
] as const;

const mostRows = 8;

interface Sum {
  readonly of: string;
  readonly objects: number;
  readonly bytes: number;
}

/** What the objects take up, by rule, storage class and namespace. Where there is but one of each, the summary says it. */
export function totalsBlocks({ findings }: AuditReport): readonly Block[] {
  const { byCode, byStorageClass, byNamespace } = byteTotals(findings);
  if ([byCode, byStorageClass, byNamespace].every(({ length }) => length < 2)) return [];
  const rows = [
    ...rowsOf("rule", byCode),
    ...rowsOf("storage class", byStorageClass),
    ...rowsOf("namespace", byNamespace),
  ];
  return [
    paragraph([{ words: "What it takes up, each disk once a line", style: "heading" }]),
    { block: "box", columns, rows },
  ];
}

/** The largest first; what is behind them in one row. */
function rowsOf(by: string, sums: readonly Sum[]): readonly (readonly Text[])[] {
  const sorted = [...sums].sort((a, b) => b.bytes - a.bytes);
  const shown = sorted
    .slice(0, mostRows)
    .map((sum) => row(sum.of === "" ? words("none") : say`${sum.of}`, sum));
  const rest = sorted.slice(mostRows);
  const all = rest.length === 0 ? shown : [...shown, row(words(`${rest.length} more`), added(rest))];
  return all.map((cells, position) => [words(position === 0 ? by : ""), ...cells]);
}

function row(which: Text, { objects, bytes }: Omit<Sum, "of">): readonly Text[] {
  return [which, words(String(objects)), words(gibibytes(bytes))];
}

function added(sums: readonly Sum[]): Omit<Sum, "of"> {
  return {
    objects: sums.reduce((sum, { objects }) => sum + objects, 0),
    bytes: sums.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}
