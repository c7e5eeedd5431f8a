/** The HTML page, read by the parser that browsers agree on. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { test } from "node:test";
import fc from "fast-check";
import type { DefaultTreeAdapterTypes } from "parse5";
import { parse } from "parse5";
import { say } from "../../src/kubernetes/index.ts";
import { auditHtml, auditListHtml } from "../../src/render/html/audit.ts";
import { script, style } from "../../src/render/html/page/index.ts";
import { reportHtml } from "../../src/render/html/report.ts";
import { plainOptions } from "../../src/render/index.ts";
import type { AuditReportList } from "../../src/report/index.ts";
import { builtPage } from "../support/built-page.ts";
import { runs as numberOf } from "../support/runs.ts";
import { auditOf, blind, everything } from "./support/audits.ts";
import { auditWith, reportWith } from "./support/hostile.ts";
import { cycle, hostileText } from "./support/hostile-text.ts";

type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.Node;

/** All elements of a page that has no error. */
function elementsOf(page: string): readonly Element[] {
  const errors: string[] = [];
  const document = parse(page, { onParseError: ({ code }) => errors.push(code) });
  assert.deepEqual(errors, []);
  const within = (node: Node): readonly Element[] => [
    ...("tagName" in node ? [node] : []),
    ...("childNodes" in node ? node.childNodes.flatMap(within) : []),
  ];
  return within(document);
}

function textOf(node: Node): string {
  if ("value" in node) return node.value;
  return "childNodes" in node ? node.childNodes.map(textOf).join("") : "";
}

const attribute = ({ attrs }: Element, name: string) => attrs.find((each) => each.name === name)?.value;
const named = (elements: readonly Element[], ...tags: readonly string[]) =>
  elements.filter(({ tagName }) => tags.includes(tagName));

const hashOf = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

const pages = {
  audit: auditHtml.render(everything, plainOptions),
  blind: auditHtml.render(auditOf({ findings: [], silenced: blind }), plainOptions),
  diagnosis: reportHtml.render(
    reportWith(() => "x"),
    plainOptions,
  ),
};

for (const [name, page] of Object.entries(pages)) {
  test(`html: ${name}: has landmarks, headings in order, names for its controls, and targets for its links`, () => {
    const elements = elementsOf(page);
    assert.equal(attribute(named(elements, "html")[0] as Element, "lang"), "en");
    for (const tag of ["h1", "main", "style", "script"]) assert.equal(named(elements, tag).length, 1, tag);
    const levels = named(elements, "h1", "h2", "h3").map(({ tagName }) => Number(tagName.slice(1)));
    for (const [at, level] of levels.entries()) assert.ok(level <= (levels[at - 1] ?? 0) + 1, `h${level}`);
    const ids = elements.flatMap((element) => attribute(element, "id") ?? []);
    assert.equal(new Set(ids).size, ids.length);
    for (const element of elements) {
      const targets = [
        attribute(element, "aria-labelledby"),
        attribute(element, "for"),
        attribute(element, "href")?.slice(1),
      ];
      for (const target of targets) assert.ok(target === undefined || ids.includes(target), target);
    }
    const labelled = named(elements, "label").map((label) => attribute(label, "for"));
    for (const control of named(elements, "select")) assert.ok(labelled.includes(attribute(control, "id")));
  });

  test(`html: ${name}: its policy allows its own style and script, and nothing else`, () => {
    const elements = elementsOf(page);
    const [policy] = named(elements, "meta").filter(
      (meta) => attribute(meta, "http-equiv") === "Content-Security-Policy",
    );
    const [css, js] = [named(elements, "style"), named(elements, "script")].map(([one]) =>
      textOf(one as Element),
    );
    assert.equal(
      attribute(policy as Element, "content"),
      `default-src 'none'; script-src ${hashOf(js ?? "")}; style-src ${hashOf(css ?? "")}; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'`,
    );
  });
}

test("html: what the build puts in place of the style and the script has a policy that fits", async () => {
  const page = await builtPage();
  assert.ok(page.style.length < style.length && page.script.length < script.length);
  for (const text of [page.style, page.script]) {
    assert.ok(page.policy.includes(hashOf(text)));
    assert.doesNotMatch(text, /<\/|<!--|[^ -~\n]/);
  }
});

test("html: a chain is drawn, and told to those who do not see it", () => {
  const [drawing, ...others] = named(elementsOf(pages.diagnosis), "svg");
  assert.ok(drawing !== undefined);
  assert.deepEqual(others, []);
  assert.equal(attribute(drawing, "role"), "img");
  assert.match(
    attribute(drawing, "aria-label") ?? "",
    /pod\/x \(x\) is held by controller x \(.*root cause\), by x/i,
  );
});

test("html: nothing is found, and that is not because all is well", () => {
  assert.match(pages.blind, /No problems found in what could be checked/);
  assert.match(pages.blind, /PVG101, PVG102 could not see/);
});

const tags = new Set(
  "html head meta title style script body a header p h1 h2 h3 dl div dt dd time nav ul ol li b form label input fieldset legend select option button output main section span article details summary code pre figure svg g rect text path polygon table thead tbody tr th td footer".split(
    " ",
  ),
);

/** Where nothing is but what pvguard made, no text of a cluster can be more than text. */
function assertHarmless(page: string): void {
  const elements = elementsOf(page);
  for (const element of elements) {
    assert.ok(tags.has(element.tagName), element.tagName);
    for (const { name, value } of element.attrs) {
      assert.doesNotMatch(name, /^(?:on|style$|src|action|formaction|target|srcdoc)/);
      if (name === "href") assert.match(value, /^#[a-z0-9-]+$/);
    }
  }
  assert.deepEqual(named(elements, "script").map(textOf), [script]);
  assert.deepEqual(named(elements, "style").map(textOf), [style]);
}

const texts = fc.array(hostileText, { minLength: 3, maxLength: 40, size: "max" });
const runs = { numRuns: numberOf(15, 0.03), seed: 20261120 };

test("html: no text of a cluster becomes an element, an attribute or an address", () => {
  fc.assert(
    fc.property(texts, (data) => {
      assertHarmless(auditHtml.render(auditWith(cycle(data)), plainOptions));
      const text = cycle(data);
      const takenAt = text();
      const clusters: AuditReportList["clusters"] = [
        { context: text(), state: "audited", report: auditWith(text), server: text() },
        { context: text(), state: "failed", error: { reason: "Unreachable", message: say`${text()}` } },
        { context: text(), state: "repeated", sameAs: text() },
      ];
      assertHarmless(auditListHtml.render({ takenAt, clusters }, plainOptions));
      assertHarmless(reportHtml.render(reportWith(cycle(data)), { ...plainOptions, ifDeleted: true }));
    }),
    runs,
  );
});
