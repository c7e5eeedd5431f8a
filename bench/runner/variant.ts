import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Resource } from "../../src/model/index.ts";
import { pluralOf } from "../../src/model/index.ts";
import { rootOf } from "../store/discovery.ts";
import type { Store } from "./folders.ts";
import type { Manner } from "./server.ts";

/** One of the commands that are measured in turn. */
export interface Variant {
  readonly name: string;
  readonly argv: readonly string[];
  readonly server: Manner;
  /** Whether it prints the report of an audit, whose findings are known. */
  readonly prints: "findings" | "nothing";
}

/** What kubectl is asked for, and curl downloads. */
export const lists: readonly Resource[] = [
  "v1/pods",
  "v1/persistentvolumeclaims",
  "v1/persistentvolumes",
  "storage.k8s.io/v1/volumeattachments",
];

const limit = 500;

/** As the server makes it. */
function tokenOf(start: number): string {
  return Buffer.from(`start:${start}`).toString("base64url");
}

/** Every page of the lists, known beforehand. */
function pagesOf({ catalog }: Store, server: string): readonly string[] {
  return lists.flatMap((resource) => {
    const path = `${server}${rootOf(resource)}/${pluralOf(resource)}?limit=${limit}`;
    const count = Math.max(1, Math.ceil((catalog.Counts[resource] ?? 0) / limit));
    return Array.from({ length: count }, (_, page) =>
      page === 0 ? path : `${path}&continue=${tokenOf(page * limit)}`,
    );
  });
}

/** One curl, one connection, one page after the other, to /dev/null. */
export function curl(
  store: Store,
  server: string,
  folder: string,
  authority: string,
  encoding: "JSON" | "protobuf",
): Variant {
  const file = join(folder, `pages-${encoding}.curl`);
  const lines = pagesOf(store, server).map((url) => `url = "${url}"\noutput = "/dev/null"\n`);
  writeFileSync(file, lines.join(""));
  const accept = encoding === "JSON" ? "application/json" : "application/vnd.kubernetes.protobuf";
  return {
    name: `curl, ${encoding}`,
    argv: [
      "curl",
      "--silent",
      "--fail",
      "--cacert",
      authority,
      "--header",
      `Accept: ${accept}`,
      "--config",
      file,
    ],
    server: "plain",
    prints: "nothing",
  };
}

export function audit(name: string, main: string, kubeconfig: string, server: Manner): Variant {
  const argv = [process.execPath, main, "audit", "-o", "json", "--fail-on=never", "--kubeconfig", kubeconfig];
  return { name, argv, server, prints: "findings" };
}

export function kubectl(kubeconfig: string): Variant {
  const what = lists.map(pluralOf).join(",");
  const argv = ["kubectl", "--kubeconfig", kubeconfig, "get", what, "-A", "-o", "json"];
  return { name: "kubectl get -o json", argv, server: "plain", prints: "nothing" };
}
