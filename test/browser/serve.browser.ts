/** The page that `serve` gives to a real browser, over HTTP and under the headers that it sends. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Page } from "puppeteer-core";
import type { Source, Surroundings } from "../../src/commands/index.ts";
import { AccessError } from "../../src/connection/kubeconfig/index.ts";
import { say } from "../../src/kubernetes/index.ts";
import { listen } from "../../src/listen.ts";
import { held } from "../commands/support/live-audit.ts";
import { memorySource } from "../commands/support/memory-source.ts";
import { runCommand } from "../commands/support/run-command.ts";
import { snapshotOf } from "../support/snapshot.ts";
import { openedAt } from "./browser.ts";

/** Read five minutes ago. */
const stuck = (...names: readonly string[]) => {
  const objects = names.flatMap((name) => held(name, { namespace: "shop" }));
  const takenAt = new Date(Date.now() - 300_000).toISOString();
  return memorySource({ ...snapshotOf([...objects, ...held("logs", { namespace: "bank" })]), takenAt });
};
const down = (): Source => ({
  ...stuck(),
  collect: async () => {
    throw new AccessError("refused", say`error: the connection to <img src=x> was "refused"`);
  },
});

/** What each audit finds, and what is done in between. */
async function servedTo(
  sources: readonly Source[],
  look: (url: string, audit: number) => Promise<void>,
): Promise<void> {
  const interruption = new AbortController();
  let audits = -1;
  let listening: Awaited<ReturnType<Surroundings["listen"]>> | undefined;
  let failed: { readonly because: unknown } | undefined;
  // The first is only looked at for its kubeconfig.
  const { err } = await runCommand(["serve", "--interval=1m"], stuck(), {
    now: () => Date.now(),
    interrupted: interruption.signal,
    open: async () => sources[Math.max(0, audits++)] ?? stuck(),
    listen: async (_, answer) => {
      listening = await listen({ host: "127.0.0.1", port: 0 }, answer);
      return listening;
    },
    pause: async () => {
      try {
        await look(listening?.url ?? "", audits);
      } catch (because) {
        failed = { because };
      }
      if (failed !== undefined || audits >= sources.length) interruption.abort();
    },
  });
  if (failed !== undefined) throw failed.because;
  assert.equal(audits, sources.length, err);
}

const headings = (page: Page) =>
  page.$$eval("article:not([hidden]) h3", (all) => all.map(({ textContent }) => textContent));

test("it works under the headers of serve, tells its age, and a reload shows what the last audit found", async () => {
  let opened: Awaited<ReturnType<typeof openedAt>> | undefined;
  await servedTo([stuck("data"), down(), stuck("data", "photos")], async (url, audit) => {
    opened ??= await openedAt(url);
    const { page, noted } = opened;
    const response = await page.reload();
    const policy = response?.headers()["content-security-policy"] ?? "";
    assert.match(policy, /^default-src 'none'; script-src 'sha256-\S+'; .*frame-ancestors 'none'$/);
    assert.equal(await page.$eval("html", ({ dataset }) => dataset.ready), "");
    assert.match(await page.$eval("time + span", ({ textContent }) => textContent), /^ \([56]m ago\)$/);
    const all = await headings(page);
    assert.equal(
      all.some((each) => each.includes("photos")),
      audit === 3,
      all.join(),
    );
    const notices = await page.$$eval("[role=status]", (each) => each.map(({ textContent }) => textContent));
    assert.equal(notices.length, audit === 2 ? 1 : 0);
    if (audit === 2)
      assert.match(
        notices[0] ?? "",
        /^The audit at \S+ failed: .*<img src=x> was "refused"\. This is the report of \S+Z\.$/,
      );
    assert.equal(await page.$$eval("img", ({ length }) => length), 0);
    await page.type("#f-q", "logs");
    assert.equal((await headings(page)).length, 1);
    await page.click("article:not([hidden]) pre.command button");
    await page.waitForFunction(() =>
      [...document.querySelectorAll("pre.command button")].some(({ textContent }) =>
        /Copied|Selected/.test(textContent ?? ""),
      ),
    );
    assert.deepEqual(noted, []);
  });
});

test("no other site can show it in a frame", async () => {
  await servedTo([stuck("data")], async (url) => {
    const { page } = await openedAt("data:text/html,<p>x</p>");
    await page.evaluate((address: string) => {
      const frame = document.createElement("iframe");
      frame.src = address;
      document.body.append(frame);
    }, url);
    const frame = await page.waitForFrame((each) => each.parentFrame() !== null);
    await page.waitForNetworkIdle();
    assert.doesNotMatch(frame.url(), /^http:/);
  });
});
