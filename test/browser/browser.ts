/** One Chromium for the tests of a file, and pages in it that note whatever they do beside showing themselves. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";
import type { Page } from "puppeteer-core";
import { launch } from "puppeteer-core";

/** Of the Debian package, or where a person says. */
export function chromiumPath(): string | undefined {
  return [process.env.PVGUARD_CHROMIUM ?? "", "/usr/bin/chromium"].find(
    (path) => path !== "" && existsSync(path),
  );
}

const executablePath = chromiumPath();
if (executablePath === undefined) throw new Error("no chromium: npm run test:browser installs it");
// Root has no sandbox. The pages are our own.
const browser = await launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
export const folder = mkdtempSync(join(tmpdir(), "pvguard-browser-"));
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Opened {
  readonly page: Page;
  /** Errors, messages on the console, requests for anything but the page, dialogs. */
  readonly noted: readonly string[];
}

interface How {
  readonly scheme?: "light" | "dark";
  readonly width?: number;
  readonly script?: "off";
}

let files = 0;

export async function opened(html: string, how?: How): Promise<Opened> {
  const file = join(folder, `page-${++files}.html`);
  writeFileSync(file, html);
  return await openedAt(pathToFileURL(file).href, how);
}

export async function openedAt(
  address: string,
  { scheme = "light", width = 1280, script }: How = {},
): Promise<Opened> {
  const page = await browser.newPage();
  const noted: string[] = [];
  page.on("pageerror", (error) => noted.push(`error: ${String(error)}`));
  page.on("console", (message) => noted.push(`console: ${message.text()}`));
  page.on("dialog", (dialog) => {
    noted.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => {
    const isOwn = request.url().split("#")[0] === address || request.url().startsWith("blob:");
    if (!isOwn) noted.push(`request: ${request.url()}`);
  });
  if (script === "off") await page.setJavaScriptEnabled(false);
  await page.setViewport({ width, height: 900 });
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.goto(address);
  return { page, noted };
}
