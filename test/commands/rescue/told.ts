/** What a rescue says to a program, in a cluster whose StatefulSet has lost its claims. */
import assert from "node:assert/strict";
import { Ajv } from "ajv";
import { schemas } from "../../../src/render/index.ts";
import type { Session, SessionOptions } from "../../support/fix/session.ts";
import { scenarioSession } from "../../support/fix/session.ts";
import type { ApiRequest } from "../../support/memory-server/index.ts";

const validate = new Ajv({
  allErrors: true,
  formats: { "date-time": true },
  strictTypes: false,
}).compile(schemas["rescue.v1alpha1.json"]);

interface Told {
  readonly digest?: string;
  readonly steps: readonly {
    readonly stage: string;
    readonly by: string;
    readonly when?: string;
    readonly notYet?: string;
    readonly request?: { readonly method: string; readonly path: string; readonly body: string };
    readonly said: readonly { readonly status: string; readonly detail: string }[];
  }[];
  readonly refusals: readonly {
    readonly reason: string;
    readonly message: string;
    readonly instead?: string;
  }[];
  readonly idle: readonly unknown[];
  readonly notes: readonly string[];
  readonly outcomes: readonly { readonly stage: string; readonly status: string }[];
  readonly exitCode: number;
}

export const claim = ["rescue", "pvc/data-db-0", "-n", "shop"];

export function setSession(context: Parameters<typeof scenarioSession>[0], more: SessionOptions = {}) {
  return scenarioSession(context, "e08-claims-of-a-set-deleted", more);
}

export const all = {
  name: "ada",
  token: "token-of-ada",
  rights: [{ verbs: ["*"], groups: ["*"], resources: ["*"] }],
};

/** The document of a run, which follows its schema and says how the run ends. */
export async function told({ run }: Pick<Session, "run">, argv: readonly string[]): Promise<Told> {
  const { out, code } = await run([...argv, "-o", "json"]);
  const document: unknown = JSON.parse(out);
  assert.ok(validate(document), JSON.stringify(validate.errors, null, 1));
  const view = document as Told;
  assert.equal(view.exitCode, code);
  return view;
}

export const isPreview = ({ query, body, method }: ApiRequest) =>
  query.get("dryRun") === "All" || (method === "DELETE" && body.includes('"dryRun":["All"]'));
