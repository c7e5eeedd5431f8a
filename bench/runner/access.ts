import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { authority } from "../../test/support/fault-server/certificates.ts";

/** Files with which a server proves who it is, and clients know it. */
export interface Access {
  readonly folder: string;
  readonly authority: string;
  readonly certificate: string;
  readonly key: string;
}

export function grantAccess(folder: string): Access {
  mkdirSync(folder, { recursive: true });
  const own = authority("pvguard benchmark");
  const issued = own.issue({ name: "server", hosts: ["127.0.0.1"] });
  const write = (name: string, text: string) => {
    const path = join(folder, name);
    writeFileSync(path, text, { mode: 0o600 });
    return path;
  };
  return {
    folder,
    authority: write("authority.pem", own.certificate),
    certificate: write("server.pem", issued.certificate),
    key: write("server.key", issued.key),
  };
}

export function kubeconfig({ folder, authority: file }: Access, name: string, server: string): string {
  const path = join(folder, `${name}.kubeconfig`);
  const text = JSON.stringify({
    apiVersion: "v1",
    kind: "Config",
    "current-context": "bench",
    clusters: [{ name: "bench", cluster: { server, "certificate-authority": file } }],
    users: [{ name: "bench", user: { token: "bench" } }],
    contexts: [{ name: "bench", context: { cluster: "bench", user: "bench" } }],
  });
  writeFileSync(path, text);
  return path;
}
