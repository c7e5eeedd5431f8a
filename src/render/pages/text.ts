/** A paragraph of a page: words to be wrapped, or commands to be copied. */
type Part = { readonly prose: string } | { readonly code: readonly string[] };

const codeIndent = /^ {4}/;

/** The paragraphs of a text: apart by empty lines, commands indented by four spaces. */
export function paragraphsOf(text: string): readonly Part[] {
  return text
    .split(/\n{2,}/)
    .map((part) => part.split("\n").filter((line) => line.trim() !== ""))
    .filter((lines) => lines.length > 0)
    .map((lines) =>
      lines.every((line) => codeIndent.test(line))
        ? { code: lines.map((line) => line.replace(codeIndent, "")) }
        : { prose: lines.map((line) => line.trim()).join(" ") },
    );
}
