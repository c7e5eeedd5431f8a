/** What a short command line asks for help about; `undefined` if it is for the parser to say. */
export function subjectOf(argv: readonly string[]): string | undefined {
  const words = argv.filter((word) => word !== "--help" && word !== "-h");
  const [first = "", second, ...more] = words;
  if (more.length > 0 || argv.includes("")) return undefined;
  if (first === "help") return second === "options" ? undefined : (second ?? "");
  const isAsked = words.length < argv.length || first === "" || first === "options";
  return isAsked && second === undefined ? first : undefined;
}
