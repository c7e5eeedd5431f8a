import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

/** The style and the script of a page, as they stand in it. The build puts their text in place of this file. */
export const style: string = readFileSync(new URL("./style.css", import.meta.url), "utf8");
export const script: string = readFileSync(new URL("./client.js", import.meta.url), "utf8");

export const policy: string = policyFor(style, script);

/**
 * What a page may load and run: this style and this script, and nothing from anywhere.
 * https://www.w3.org/TR/CSP3/#grammardef-hash-source
 */
export function policyFor(ofStyle: string, ofScript: string): string {
  return [
    "default-src 'none'",
    `script-src ${hashOf(ofScript)}`,
    `style-src ${hashOf(ofStyle)}`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
