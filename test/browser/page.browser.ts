/** The HTML page in a real browser. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";
import type { Page } from "puppeteer-core";
import { say } from "../../src/kubernetes/index.ts";
import { auditHtml, auditListHtml } from "../../src/render/html/audit.ts";
import { reportHtml } from "../../src/render/html/report.ts";
import { plainOptions } from "../../src/render/index.ts";
import type { AuditReport, ClusterAudit, Finding } from "../../src/report/index.ts";
import { auditOf, found } from "../render/support/audits.ts";
import { auditWith, reportWith } from "../render/support/hostile.ts";
import { weapons } from "../render/support/hostile-text.ts";
import { builtPage } from "../support/built-page.ts";
import { parseCsv } from "../support/formats/csv.ts";
import { runCli } from "../support/run-cli.ts";
import { folder, opened } from "./browser.ts";

const example = join(import.meta.dirname, "..", "..", "docs", "example", "cluster.yaml");
const audit = (await runCli(["audit", "--from", example, "-o", "html"], 1)).out;
const why = (await runCli(["why", "pvc", "-A", "--from", example, "-o", "html"], 0)).out;

const shown = (page: Page, selector: string) =>
  page.$$eval(selector, (all) =>
    all.filter((each) => each.checkVisibility()).map(({ textContent }) => textContent.trim()),
  );
const countShown = async (page: Page) => (await shown(page, "article h3")).length;

test("it shows itself, asks for nothing, and has no error", async () => {
  for (const html of [audit, why]) {
    const { page, noted } = await opened(html);
    assert.equal(await page.$eval("html", ({ dataset }) => dataset.ready), "");
    assert.ok((await countShown(page)) >= 10);
    assert.ok((await page.$$("svg")).length > 0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0);
    assert.deepEqual(noted, []);
  }
});

test("as it is built, it does the same", async () => {
  const { style, script, policy } = await builtPage();
  const html = audit
    .replace(/(<style>)[\s\S]*(<\/style>)/, (_, begin, end) => `${begin}${style}${end}`)
    .replace(/(<script>)[\s\S]*(<\/script>)/, (_, begin, end) => `${begin}${script}${end}`)
    .replace(/(Content-Security-Policy" content=")[^"]*/, (_, begin) => `${begin}${policy}`);
  const { page, noted } = await opened(html);
  await page.type("#f-q", "ledger");
  assert.ok((await countShown(page)) < 5);
  assert.deepEqual(noted, []);
});

test("it fits a narrow screen", async () => {
  for (const html of [audit, why, several]) {
    const { page } = await opened(html, { width: 400 });
    await page.click("button.expand");
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 400);
    // What an entry cuts off makes no page wider.
    const cut = await page.$$eval("article *", (all) =>
      all
        .filter((each) => each.closest("svg, table") === null && each.getBoundingClientRect().right > 400)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
    );
    assert.deepEqual(cut, []);
  }
});

test("without a script everything can be read", async () => {
  const { page } = await opened(audit, { script: "off" });
  // biome-ignore lint/performance/useDomNodeTextContent: what can be seen, and nothing else
  const text = await page.$eval("body", (body) => body.innerText);
  assert.match(text, /volumesnapshotclass\/ebs-snapshots/);
  // What would do nothing is not shown.
  assert.doesNotMatch(text, /Search|Export as CSV|Copy/);
  await page.focus("article:nth-of-type(2) summary");
  await page.keyboard.press("Enter");
  assert.equal(
    await page.$eval("article:nth-of-type(2) details", (details) => details.hasAttribute("open")),
    true,
  );
});

test("it filters by severity, rule, namespace and class, and searches", async () => {
  const { page, noted } = await opened(audit);
  const all = await countShown(page);
  const severities = () => shown(page, "article .severity");
  await page.click("input[value=s0]");
  assert.ok(!(await severities()).includes("error"));
  await page.click("button[type=reset]");
  await page.waitForFunction(
    (count: number) => document.querySelectorAll("article:not([hidden])").length === count,
    {},
    all,
  );
  const option = await page.$$eval(
    "#f-r option",
    (each) => each.find(({ text }) => text.startsWith("PVG303"))?.value ?? "",
  );
  await page.select("#f-r", option);
  assert.equal(await countShown(page), 1);
  assert.match((await shown(page, "output"))[0] ?? "", new RegExp(`^1 of ${all} shown$`));
  await page.select("#f-r", "");
  const bank = await page.$$eval(
    "#f-n option",
    (each) => each.find(({ text }) => text === "bank")?.value ?? "",
  );
  await page.select("#f-n", bank);
  const inBank = await countShown(page);
  assert.ok(inBank > 0 && inBank < all);
  for (const row of await shown(page, "tbody tr")) assert.match(row, /bank|pv\//);
  await page.select("#f-n", "");
  await page.type("#f-q", "ledger 500");
  assert.ok((await countShown(page)) >= 1 && (await countShown(page)) < all);
  await page.type("#f-q", " no such thing");
  assert.equal(await countShown(page), 0);
  assert.deepEqual(await shown(page, ".none"), ["Nothing matches the filter."]);
  assert.deepEqual(noted, []);
});

const read = (context: string, report: AuditReport): ClusterAudit => ({
  context,
  state: "audited",
  report: { ...report, context },
});
const several = auditListHtml.render(
  {
    takenAt: "2026-11-20T12:00:00Z",
    clusters: [
      read("eu", auditOf({ findings: found.slice(2) })),
      read("us <b>", auditOf()),
      { context: "lab", state: "failed", error: { reason: "Unreachable", message: say`no answer: timeout` } },
    ],
  },
  plainOptions,
);

test("several clusters: each is told first, stands in its entries and disks, and can be chosen", async () => {
  const { page, noted } = await opened(several);
  const rows = await shown(page, ".summary .row");
  assert.deepEqual(
    rows.map((row) => /^(eu|us <b>|lab)/.exec(row)?.[0]),
    ["eu", "us <b>", "lab"],
  );
  assert.match(rows.at(-1) ?? "", /Could not be read: no answer: timeout/);
  const clusters = () => shown(page, "article .cluster");
  // The worst of all of them comes first.
  assert.deepEqual(await clusters(), ["cluster us <b>", "cluster eu", "cluster us <b>"]);
  const commands = await shown(page, "article pre.command code");
  assert.ok(commands.some((line) => line.endsWith("--context eu")));
  assert.ok(commands.some((line) => line.endsWith("--context 'us <b>'")));
  await page.select("#f-k", "k0");
  assert.deepEqual(await clusters(), ["cluster eu"]);
  const disks = await page.$$eval("tbody tr:not([hidden])", (all) =>
    all.map(({ cells }) => [...cells].slice(0, 2).map(({ textContent }) => textContent)),
  );
  assert.deepEqual(disks, [["eu", "pv-2"]]);
  assert.deepEqual(noted, []);
});

test("the disks are sorted by their size and not by its digits, both ways, and what is empty comes last", async () => {
  const { page } = await opened(audit);
  const column = (at: number) =>
    page.$$eval(`tbody td:nth-child(${at})`, (cells) => cells.map(({ textContent }) => textContent));
  const press = (at: number) => page.click(`th:nth-child(${at}) button`);
  const sizes = async () => (await column(2)).map((size) => Number(size.replaceAll(",", "")));
  await press(2);
  const up = await sizes();
  assert.deepEqual(
    up,
    up.toSorted((a, b) => a - b),
  );
  assert.equal(await page.$eval("th:nth-child(2)", (head) => head.getAttribute("aria-sort")), "ascending");
  await press(2);
  assert.deepEqual(await sizes(), up.toReversed());
  await press(5);
  assert.equal((await column(5)).at(-1), "");
  assert.equal(await page.$$eval("th[aria-sort]", ({ length }) => length), 1);
});

test("what is shown of the disks is exported", async () => {
  const { page, noted } = await opened(audit);
  await page.type("#f-q", "ledger");
  const session = await page.createCDPSession();
  await session.send("Browser.setDownloadBehavior", {
    behavior: "allow",
    downloadPath: folder,
    eventsEnabled: true,
  });
  const done = new Promise((settle) =>
    session.on("Browser.downloadProgress", ({ state }) => state === "completed" && settle(state)),
  );
  await page.click(".export");
  await done;
  const [header, ...rows] = parseCsv(readFileSync(join(folder, "disks.csv"), "utf8"));
  assert.deepEqual(header, ["Volume", "GiB", "Storage class", "What happens", "For", "Rules", "Object"]);
  assert.deepEqual(
    rows.map(([volume, size]) => [volume, size]),
    [["pvc-ledger", "500"]],
  );
  assert.deepEqual(noted, []);
});

test("everything can be reached and used with the keyboard, and the focus is seen", async () => {
  const { page } = await opened(audit);
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the causes");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement?.id), "main");
  await page.reload();
  const met: string[] = [];
  for (let presses = 0; presses < 200; presses++) {
    await page.keyboard.press("Tab");
    const [what, outline] = await page.evaluate(() => {
      const at = document.activeElement;
      return at === null || at === document.body
        ? ["", ""]
        : [`${at.tagName} ${at.textContent}`, getComputedStyle(at).outlineStyle];
    });
    if (what === "") break;
    met.push(what ?? "");
    assert.notEqual(outline, "none", what);
  }
  for (const wanted of ["INPUT", "SELECT", "SUMMARY", "BUTTON Copy", "BUTTON Export", "BUTTON GiB", "A pvc"])
    assert.ok(
      met.some((each) => each.startsWith(wanted)),
      wanted,
    );
});

test("a command is copied", async () => {
  const { page } = await opened(audit);
  await page.click("article pre.command button");
  await page.waitForFunction(() =>
    /Copied|Selected/.test(document.querySelector("pre.command button")?.textContent ?? ""),
  );
});

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly impact: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

for (const scheme of ["light", "dark"] as const) {
  for (const [name, html] of Object.entries({ audit, why, several })) {
    test(`axe-core finds nothing that is serious: ${name}, ${scheme}`, async () => {
      const { page } = await opened(html, { scheme });
      await page.click("button.expand");
      const session = await page.createCDPSession();
      // The policy of the page lets nothing in: what the inspector runs is not asked for by the page.
      await session.send("Runtime.evaluate", { expression: axe });
      const { result } = await session.send("Runtime.evaluate", {
        expression:
          "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => JSON.stringify(violations))",
        awaitPromise: true,
      });
      const violations = JSON.parse(String(result.value)) as readonly Violation[];
      assert.deepEqual(
        violations.map(({ id, impact, nodes }) => ({ id, impact, first: nodes[0] })),
        [],
      );
    });
  }
}

test("names that an attacker chose do nothing", async () => {
  for (const from of weapons.keys()) {
    const texts = () => {
      let at = from;
      return () => weapons[at++ % weapons.length] ?? "";
    };
    if (from % 7 > 0) continue;
    for (const html of [
      auditHtml.render(auditWith(texts()), plainOptions),
      reportHtml.render(reportWith(texts()), plainOptions),
    ]) {
      const { page, noted } = await opened(html);
      await page.evaluate(() => {
        for (const each of document.querySelectorAll("details")) each.open = true;
        for (const each of document.querySelectorAll("*")) each.dispatchEvent(new MouseEvent("mouseover"));
      });
      assert.equal(await page.$$eval("img, iframe, object, embed, link, base", ({ length }) => length), 0);
      assert.deepEqual(noted, []);
      await page.close();
    }
  }
});

test("its policy is in force: what is put into it does not run, and nothing is loaded", async () => {
  const put =
    '<script>document.title = "run"</script><img src="https://example.com/x.png" onerror="document.title = \'run\'"><p style="color: red">x</p></main>';
  const { page, noted } = await opened(audit.replace("</main>", put));
  assert.notEqual(await page.title(), "run");
  assert.notEqual(await page.$eval("p[style]", (each) => getComputedStyle(each).color), "rgb(255, 0, 0)");
  assert.ok(noted.filter((each) => /Content Security Policy/.test(each)).length >= 3, noted.join("\n"));
  assert.ok(
    await page.evaluate(() =>
      fetch("https://example.com").then(
        () => false,
        () => true,
      ),
    ),
  );
  assert.ok(
    await page.evaluate(() => {
      try {
        document.body.innerHTML = "<p>x</p>";
        return false;
      } catch {
        return true;
      }
    }),
  );
});

test("on paper everything is open, dark on white, without what can only be clicked", async () => {
  const { page } = await opened(audit, { scheme: "dark" });
  await page.emulateMediaType("print");
  await page.evaluate(() => dispatchEvent(new Event("beforeprint")));
  assert.equal(await page.$$eval("details:not([open])", ({ length }) => length), 0);
  assert.deepEqual(await shown(page, "form, nav, button"), []);
  assert.equal(
    await page.$eval("body", (body) => getComputedStyle(body).backgroundColor),
    "rgb(255, 255, 255)",
  );
  assert.equal(await page.$eval("body", (body) => getComputedStyle(body).color), "rgb(0, 0, 0)");
  await page.evaluate(() => dispatchEvent(new Event("afterprint")));
  assert.ok(await page.$$eval("details:not([open])", ({ length }) => length > 0));
  assert.ok((await page.pdf({ format: "A4" })).length > 20_000);
});

/** Each finding with a cause of its own: the most that can be on a page of so many. */
function auditOfMany(count: number): AuditReport {
  const findings = Array.from({ length: count }, (_, at): Finding => {
    const base = found[at % found.length] as Finding;
    const subject = { ...base.subject, name: `data-${at}`, namespace: `team-${at % 40}` };
    return {
      ...base,
      subject,
      cause: { id: `cause-${at}`, name: [{ data: `pvc/data-${at}` }], object: subject },
    };
  });
  return auditOf({ findings });
}

test("2,000 findings, each with a cause of its own: it can be used within 2 seconds", async () => {
  const html = auditHtml.render(auditOfMany(2000), plainOptions);
  const { page, noted } = await opened(html);
  const interactive = await page.evaluate(() => {
    const [entry] = performance.getEntriesByType("navigation");
    return entry instanceof PerformanceNavigationTiming ? entry.domContentLoadedEventEnd : Number.NaN;
  });
  await page.focus("#f-q");
  const searched = await page.evaluate(async () => {
    const search = document.querySelector("#f-q");
    if (!(search instanceof HTMLInputElement)) return Number.NaN;
    const begin = performance.now();
    search.value = "data-1234";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    await new Promise((settle) => requestAnimationFrame(() => setTimeout(settle)));
    return performance.now() - begin;
  });
  process.stdout.write(
    `# ready after ${Math.round(interactive)} ms, searched in ${Math.round(searched)} ms\n`,
  );
  assert.equal(await page.$$eval("article", ({ length }) => length), 2000);
  assert.equal(await page.$$eval("article:not([hidden])", ({ length }) => length), 1);
  assert.ok(interactive < 2000, `${interactive}`);
  assert.ok(searched < 1000, `${searched}`);
  assert.deepEqual(noted, []);
});
