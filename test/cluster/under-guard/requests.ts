import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { colleague, exempt } from "./install.ts";

/** Every API server of a run under the guards writes down here who asked for what a policy looks at, and what came of it. */
const file = "requests.log";

const policy = `apiVersion: audit.k8s.io/v1
kind: Policy
omitStages: [RequestReceived]
rules:
- level: Metadata
  verbs: [delete, deletecollection, update, patch]
  resources:
  - group: ""
    resources: [namespaces, persistentvolumes, persistentvolumes/status, persistentvolumeclaims, persistentvolumeclaims/status]
  - group: storage.k8s.io
    resources: [storageclasses, csidrivers]
- level: None
`;

/** Flags for kube-apiserver. @param folder which is not deleted before the run ends */
export function logRequests(folder: string): readonly string[] {
  const rules = join(folder, "requests.yaml");
  writeFileSync(rules, policy);
  return [`--audit-policy-file=${rules}`, `--audit-log-path=${join(folder, file)}`];
}

interface Event {
  readonly verb: string;
  readonly user: { readonly username: string };
  readonly impersonatedUser?: { readonly username: string };
  readonly objectRef: {
    readonly resource: string;
    readonly subresource?: string;
    readonly namespace?: string;
    readonly name?: string;
  };
  readonly responseStatus?: { readonly code?: number; readonly message?: string };
}

/** What the guards made of all requests of a run. */
interface Judged {
  readonly controlPlanes: number;
  /** How many requests of each user, by user and by what was asked, as in `delete persistentvolumes`. */
  readonly asked: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** One line for each request that a guard refused to anyone but the colleague. */
  readonly refused: readonly string[];
}

/** @param folder of the whole run */
export function judged(folder: string): Judged {
  const logs = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(file),
  );
  const asked = new Map<string, Map<string, number>>();
  const refused: string[] = [];
  for (const event of logs.flatMap((log) => eventsIn(join(folder, log)))) {
    const user = (event.impersonatedUser ?? event.user).username;
    const what = `${event.verb} ${event.objectRef.resource}${event.objectRef.subresource === undefined ? "" : "/status"}`;
    const byWhat = asked.get(user) ?? new Map<string, number>();
    asked.set(user, byWhat.set(what, (byWhat.get(what) ?? 0) + 1));
    const { code = 0, message = "" } = event.responseStatus ?? {};
    if (user === colleague || code < 400 || !message.includes(byPolicy)) continue;
    refused.push(
      `${user}: ${what} ${event.objectRef.namespace ?? ""}/${event.objectRef.name ?? ""}: ${message}`,
    );
  }
  return { controlPlanes: logs.length, asked, refused };
}

/** How the words of a refusal name a policy of the guards. */
const byPolicy = "ValidatingAdmissionPolicy 'pvguard-";

const looked = ["namespaces", "persistentvolumes", "persistentvolumeclaims", "storageclasses", "csidrivers"];

/** Also of a log of everything. The last line may be torn: API servers are killed. */
function eventsIn(path: string): readonly Event[] {
  return readFileSync(path, "utf8")
    .split("\n")
    .filter((line) => line.endsWith("}"))
    .map((line) => JSON.parse(line) as Event)
    .filter(({ verb }) => ["delete", "deletecollection", "update", "patch"].includes(verb))
    .filter(({ objectRef }) => looked.includes(objectRef?.resource ?? ""));
}

/** For a person: who did what under the guards, and what was refused. */
export function accountOf({ controlPlanes, asked, refused }: Judged): readonly string[] {
  const users = [...asked].sort(([a], [b]) => a.localeCompare(b));
  return [
    `under the guards: ${controlPlanes} control planes, each of which refused every accident to ${colleague}`,
    ...users.map(([user, byWhat]) => {
      const counts = [...byWhat].sort().map(([what, count]) => `${what} ${count}`);
      return `  ${user}${exempt.includes(user) ? " (exempt)" : ""}: ${counts.join(", ")}`;
    }),
    ...(refused.length === 0
      ? ["refused to nobody else"]
      : ["refused to others:", ...refused.map((line) => `  ${line}`)]),
  ];
}
