/** Does the pattern match the whole text? `*` stands for any text, `?` for one character. Takes linear time and a bit. */
export function globMatches(pattern: string, text: string): boolean {
  let at = 0;
  let position = 0;
  let star = -1;
  let retry = 0;
  while (position < text.length) {
    if (pattern[at] === "*") {
      star = at;
      at += 1;
      retry = position;
    } else if (at < pattern.length && (pattern[at] === "?" || pattern[at] === text[position])) {
      at += 1;
      position += 1;
    } else if (star >= 0) {
      // Let the last star take one character more.
      retry += 1;
      position = retry;
      at = star + 1;
    } else return false;
  }
  return /^\**$/.test(pattern.slice(at));
}
