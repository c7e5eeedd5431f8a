/** Why bytes cannot be read, in the order of `assembly/problem.ts`. */
export const problems: readonly string[] = [
  "a number that breaks off",
  "a number of more than 32 bits",
  "a number of more than 64 bits",
  "a number that is too large",
  "a length beyond the end",
  "a value beyond the end",
  "a wire type that is none",
  "another wire type",
  "a field without a number",
  "a field that comes twice",
  "text that is not UTF-8",
  "a time of the wrong type",
  "a time that is none",
  "an entry of a map with something else",
  "a quantity with something else",
  "a set of fields with something else",
];
