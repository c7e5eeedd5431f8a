import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "..", "..", "..", "docs", "audit-real.md");
const block = /(<!-- real run -->\n\n```text\n)([\s\S]*?)(```\n)/;
const command = "$ kubectl pvguard audit\n";

/** What docs/audit-real.md says that the audit of the broken cluster prints. */
export function printedInDocs(): string {
  return (block.exec(readFileSync(file, "utf8"))?.[2] ?? "").replace(command, "");
}

export function writeDocs(output: string): void {
  const text = readFileSync(file, "utf8");
  writeFileSync(
    file,
    text.replace(block, (_, start: string, __, end: string) => `${start}${command}${output}${end}`),
  );
}

/** The lines without what is new in every run: names that controllers make up, and with them order and width. */
export function comparable(output: string): readonly string[] {
  return output
    .split("\n")
    .map((line) =>
      line
        .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, "<uid>")
        .replaceAll(/csi-[0-9a-f]{64}/g, "csi-<hash>")
        .replaceAll(/ {2,}/g, "  "),
    )
    .sort();
}
