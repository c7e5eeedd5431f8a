/**
 * The texts of `Warning` headers with the code 299, which is how the API server speaks to a person.
 * Mirrors kubernetes/apimachinery pkg/util/net/http.go `ParseWarningHeader` (v1.36).
 */
export function readWarnings(header: string | undefined): readonly string[] {
  if (header === undefined) return [];
  const pattern = /299 [^\s"]+ "((?:[^"\\]|\\.)*)"/g;
  return [...header.matchAll(pattern)]
    .map(([, quoted]) => (quoted ?? "").replace(/\\(.)/g, "$1"))
    .filter((text) => text !== "" && !hasControlCharacter(text));
}

function hasControlCharacter(text: string): boolean {
  return /\p{Cc}/u.test(text);
}
