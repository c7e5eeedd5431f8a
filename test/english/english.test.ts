/** Guards the English of everything that a person reads. Reading it is the real check: see docs/english.md. */
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { isProse, paragraphsIn, sentencesOf, wordsOf } from "./texts.ts";
import { mostWords, oddWords } from "./words.ts";

const root = join(import.meta.dirname, "..", "..");

/** PVGUARD_ENGLISH=src/waits looks at one folder. */
const asked = process.env.PVGUARD_ENGLISH;

function oddIn(text: string): readonly string[] {
  const words = oddWords.flatMap(({ not, because }) => {
    const [found] = not.exec(text) ?? [];
    return found === undefined ? [] : [`"${found}" (${because})`];
  });
  const long = sentencesOf(text).filter((sentence) => sentence.split(/\s+/).length > mostWords);
  return [...words, ...long.map((sentence) => `more than ${mostWords} words: ${sentence.slice(0, 60)}...`)];
}

const rooms = asked === undefined ? ["src"] : [asked];

for (const room of rooms) {
  test(`the texts of ${room} are in plain English`, () => {
    const odd = filesIn(room, ".ts").flatMap((file) =>
      wordsOf(readFileSync(join(root, file), "utf8"))
        .texts.filter(({ text }) => isProse(text))
        .flatMap(({ line, text }) => oddIn(text).map((what) => `${file}:${line} ${what}`)),
    );
    assert.deepEqual(odd, [], `${odd.length} texts`);
  });
}

for (const room of asked === undefined ? ["src", "test", "build", "bench"] : [asked]) {
  test(`the comments of ${room} are in plain English`, () => {
    const odd = filesIn(room, ".ts").flatMap((file) =>
      wordsOf(readFileSync(join(root, file), "utf8")).comments.flatMap(({ line, text }) =>
        oddIn(text).map((what) => `${file}:${line} ${what}`),
      ),
    );
    assert.deepEqual(odd, [], `${odd.length} comments`);
  });
}

/** They quote what others write: an issue, a session of a real run, a decision of its day. */
const quoting = /^docs\/(?:adr\/|audit-real\.md)/;

test("the pages are in plain English", () => {
  const pages = [
    ...filesIn("docs", ".md"),
    "README.md",
    "CONTRIBUTING.md",
    "SECURITY.md",
    "CHANGELOG.md",
  ].filter((file) => !quoting.test(file));
  const odd = pages.flatMap((file) =>
    paragraphsIn(readFileSync(join(root, file), "utf8")).flatMap(({ line, text }) =>
      oddIn(text).map((what) => `${file}:${line} ${what}`),
    ),
  );
  assert.deepEqual(odd, [], `${odd.length} paragraphs`);
});

function filesIn(folder: string, end: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(end))
    .map((file) => join(folder, file))
    .sort();
}
