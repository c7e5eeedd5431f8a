/** Runs `guard-serve` in this process, with sources of the test's own, and asks it as the API server does. */
import type { PageAnswer, Source, Surroundings } from "../../../src/commands/index.ts";
import type { KubeObject } from "../../../src/kubernetes/index.ts";
import { groupOf } from "../../../src/kubernetes/index.ts";
import { runCommand } from "../support/run-command.ts";

export const noon = Date.parse("2026-11-20T12:00:00Z");

export interface Told {
  readonly allowed: boolean;
  readonly warnings?: readonly string[];
  readonly status?: { readonly code: number; readonly reason: string; readonly message: string };
}

export interface Asking {
  /** The answer to a deletion. */
  deletion(object: KubeObject, more?: object): Promise<Told>;
  /** The answer to any body. */
  post(body: string, path?: string): Promise<{ readonly status: number; readonly text: string }>;
  get(path: string, accept?: string): Promise<PageAnswer & { readonly text: string }>;
  pass(milliseconds: number): void;
}

/** As the API server asks. */
export function reviewOf(object: KubeObject, more: object = {}): object {
  const { apiVersion, kind, metadata } = object;
  const version = apiVersion.split("/").at(-1);
  return {
    apiVersion: "admission.k8s.io/v1",
    kind: "AdmissionReview",
    request: {
      uid: "request-1",
      kind: { group: groupOf(apiVersion), version, kind },
      operation: "DELETE",
      name: metadata.name,
      namespace: metadata.namespace ?? (kind === "Namespace" ? metadata.name : ""),
      userInfo: { username: "alice", groups: ["system:authenticated"] },
      oldObject: object,
      object: null,
      options: { apiVersion: "meta.k8s.io/v1", kind: "DeleteOptions" },
      ...more,
    },
  };
}

export async function guarded(
  flags: readonly string[],
  open: () => Source | Promise<Source>,
  ask: (asking: Asking) => Promise<void>,
  more: Partial<Surroundings> = {},
) {
  const interruption = new AbortController();
  let now = noon;
  let failed: { readonly because: unknown } | undefined;
  const argv = ["guard-serve", "--tls-cert-file=tls.crt", "--tls-private-key-file=tls.key", ...flags];
  const ran = await runCommand(argv, await open(), {
    now: () => now,
    open: async () => await open(),
    interrupted: interruption.signal,
    pause: () => new Promise(() => {}),
    listenSecurely: async (_, answer) => {
      const post = async (body: string, path = "/validate") => {
        const { status, body: said } = await answer({ is: "posted", path, body });
        return { status, text: Buffer.from(said).toString() };
      };
      const get = async (path: string, accept = "") => {
        const got = await answer({ is: "page", path, accepts: (type) => type === accept });
        return { ...got, text: Buffer.from(got.body).toString() };
      };
      const deletion = async (object: KubeObject, request: object = {}) => {
        const { text } = await post(JSON.stringify(reviewOf(object, request)));
        const { response } = JSON.parse(text) as { readonly response: Told & { readonly uid: string } };
        const { uid, ...told } = response;
        if (uid !== "request-1") throw new Error(`answered ${uid}`);
        return told;
      };
      const pass = (milliseconds: number) => {
        now += milliseconds;
      };
      setImmediate(() => {
        ask({ deletion, post, get, pass })
          .catch((because: unknown) => {
            failed = { because };
          })
          .finally(() => interruption.abort());
      });
      return { url: "https://127.0.0.1:8443/", close: async () => {} };
    },
    ...more,
  });
  if (failed !== undefined) throw failed.because;
  return ran;
}
