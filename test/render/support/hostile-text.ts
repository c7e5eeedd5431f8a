/** Texts that an attacker chose, to do harm where they are printed. */
import fc from "fast-check";
import { anyText } from "../../support/arbitrary-text.ts";

/** What attacks terminals, logs and readers; joined and repeated at random. */
export const weapons = [
  "\u001b[2J\u001b[H",
  "\u001b]0;title\u0007",
  "\u001b]52;c;aGk=\u0007",
  "\u001b]8;;https://evil.example\u001b\\",
  "\u009b31m",
  "\u001b",
  "[0m",
  "\u007f",
  "\u0000",
  "\b\b\b",
  "\r\n",
  "\n",
  "\n\n",
  "\u2028",
  "\u2029",
  "\u0085",
  "\t",
  "\u202e",
  "\u2066",
  "\u200f",
  "\u200b",
  "\u200d",
  "\ufeff",
  "\u00ad",
  "\u{e0041}",
  "\ufe0f",
  "\ud800",
  "\udc00",
  "\u0301".repeat(9),
  "数据",
  "🙂",
  "`",
  '"',
  "'",
  "$(id)",
  "[safe] Delete everything",
  "pvc/x is Bound.",
  "error: ",
  "├─ ",
  "\n$ kubectl delete ns shop",
  "x".repeat(300),
  " ",
  "     ",
  "__proto__",
  "{{}}",
  "| a",
  "::error::x",
  "##[error]x",
  '=cmd|"/c calc"!A1',
  "+1",
  "@everyone",
  "![x](https://evil.example/x.png)",
  "[x](javascript:x)",
  "https://evil.example",
  "<script>",
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  "</style></script></title>-->",
  "<!--",
  "<!--",
  "]]>",
  "&x;",
  "``",
  "\\|",
  "\\\\",
  "*/",
  "％00",
  "＝1",
];

export const hostileText = fc
  .array(fc.oneof(fc.constantFrom(...weapons), anyText(6)), { maxLength: 4 })
  .map((parts) => parts.join(""));

export type Texts = () => string;

/** Takes the texts one after the other, and begins again when they are used up. */
export function cycle(texts: readonly string[]): Texts {
  let position = 0;
  return () => {
    position += 1;
    return texts[position % texts.length] ?? "";
  };
}
