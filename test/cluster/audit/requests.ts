import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder, removeFolder } from "../support/folders.ts";

/** A request as kube-apiserver has written it down. */
export interface Request {
  /** As in `get`, `list`. */
  readonly verb: string;
  readonly uri: string;
}

interface Event {
  readonly verb: string;
  readonly requestURI: string;
  readonly userAgent?: string;
}

const policy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
`;

interface AuditLog {
  /** For kube-apiserver. */
  readonly args: readonly string[];
  readonly requests: () => readonly Request[];
  remove(): void;
}

/** Has kube-apiserver write down every request, and reads those of pvguard. */
export function auditLogged(): AuditLog {
  const folder = newFolder("pvguard-audit");
  const file = join(folder, "requests.log");
  writeFileSync(join(folder, "policy.yaml"), policy);
  return {
    args: [`--audit-policy-file=${join(folder, "policy.yaml")}`, `--audit-log-path=${file}`],
    requests: () =>
      readFileSync(file, "utf8")
        .split("\n")
        .filter((line) => line.includes("kubectl-pvguard/"))
        .map((line) => JSON.parse(line) as Event)
        .filter(({ userAgent = "" }) => userAgent.startsWith("kubectl-pvguard/"))
        .map(({ verb, requestURI }) => ({ verb, uri: decodeURIComponent(requestURI) })),
    remove: () => removeFolder(folder),
  };
}
