import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { loadAll } from "js-yaml";
import { nodeFileSystem, saveBackup } from "../../src/changes/executor/index.ts";
import { rawObject } from "../../src/kubernetes/index.ts";
import { base64 } from "./fault-server/surroundings.ts";
import type { JsonObject } from "./memory-server/index.ts";
import { memoryServer } from "./memory-server/index.ts";
import { runCli } from "./run-cli.ts";

const noon = Date.parse("2026-11-20T12:00:00Z");
const prompt = "$ kubectl pvguard ";

/**
 * What a terminal shows when these command lines are typed against an API server that has the objects of a scenario.
 * BACKUP stands for a folder in which the objects of `saved.yaml` were saved. Only plans are played: no controller runs.
 */
export async function playRescue(lines: readonly string[], folder: string): Promise<string> {
  const place = mkdtempSync(join(tmpdir(), "pvguard-session-"));
  const server = await memoryServer({ now: () => noon });
  try {
    server.load(documentsOf(join(folder, "cluster.yaml")));
    const kubeconfig = join(place, "kubeconfig");
    writeFileSync(kubeconfig, kubeconfigOf(server.url, base64(server.authority), server.tokenOf("admin")));
    const backup = lines.some((line) => line.includes("BACKUP")) ? await saved(folder, place) : "";
    const played: string[] = [];
    for (const line of lines) {
      const argv = line.split(" ").map((word) => (word === "BACKUP" ? backup : word));
      const at = ["--kubeconfig", kubeconfig, "--backup-dir", join(place, "state")];
      const digest = line.includes(confirming) ? await digestFor(argv, at) : "";
      const ran = await runCli(
        [...argv.map((word) => (word === confirming ? `--confirm=${digest}` : word)), ...at],
        noon,
      );
      const status = ran.code === 0 ? "" : `(exit code ${ran.code})\n`;
      played.push(`${prompt}${line}\n${ran.out}${ran.err}${status}`);
    }
    return played
      .join("\n")
      .replaceAll(server.url, "https://10.0.0.1:6443")
      .replaceAll(backup === "" ? "\0" : backup, "BACKUP")
      .replaceAll(place, "/home/ada")
      .replaceAll(/"auditId":"[^"]*"/g, '"auditId":"<id>"')
      .replaceAll(/(\d{8}T\d{6}Z)-[0-9a-f]{8}-/g, "$1-<plan>-")
      .replaceAll(/\b[0-9a-f]{64}\b/g, "DIGEST");
  } finally {
    await server.close();
    rmSync(place, { recursive: true, force: true });
  }
}

/** Stands for the digest of the plan, which a person would copy from it. */
const confirming = "--confirm=DIGEST";

async function digestFor(argv: readonly string[], at: readonly string[]): Promise<string> {
  const isFormat = (word: string, at: number) => word === "-o" || argv[at - 1] === "-o";
  const others = argv.filter(
    (word, at) => word !== confirming && !word.startsWith("--dry-run") && !isFormat(word, at),
  );
  const { out } = await runCli([...others, ...at, "--dry-run=client", "-o=json"], noon);
  return String((JSON.parse(out) as { readonly digest?: unknown }).digest);
}

function documentsOf(file: string): readonly JsonObject[] {
  const documents = loadAll(readFileSync(file, "utf8")) as readonly JsonObject[];
  return documents.filter(({ kind }) => kind !== "Snapshot");
}

async function saved(folder: string, place: string): Promise<string> {
  const objects = documentsOf(join(folder, "saved.yaml")).flatMap(
    (each) => rawObject(JSON.stringify(each)) ?? [],
  );
  await saveBackup(nodeFileSystem(process.getuid?.()), join(place, "state"), "before", objects);
  return join(place, "state", "backups", "before");
}

function kubeconfigOf(server: string, authority: string, token: string): string {
  return JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "c", cluster: { server, "certificate-authority-data": authority } }],
    users: [{ name: "admin", user: { token } }],
    contexts: [{ name: "prod", context: { cluster: "c", user: "admin" } }],
    "current-context": "prod",
  });
}
