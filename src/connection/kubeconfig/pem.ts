import { rootCertificates } from "node:tls";
import { say } from "../../kubernetes/index.ts";
import { configError } from "./access-error.ts";
import type { FileOrData } from "./config.ts";
import type { Surroundings } from "./machine.ts";

/** A certificate or key, from base64 in the kubeconfig or from a file. `what` and `owner` are for the message. */
export async function readPem(
  from: FileOrData,
  what: "certificate-authority" | "client-cert" | "client-key" | "idp-certificate-authority",
  owner: string,
  surroundings: Surroundings,
): Promise<string> {
  const text = "data" in from ? Buffer.from(from.data, "base64").toString("latin1") : await textIn(from.file);
  if (text.includes("-----BEGIN ")) return text;
  throw configError(say`unable to load ${what} of ${owner}: no PEM data found`);

  async function textIn(file: string): Promise<string> {
    const read = await surroundings.readFile(file);
    if (read.state === "read") return Buffer.from(read.bytes).toString("latin1");
    const detail = read.state === "missing" ? "no such file or directory" : read.detail;
    throw configError(say`unable to read ${what} ${file} for ${owner} due to open ${file}: ${detail}`);
  }
}

/** Where Linux distributions keep what they trust. Mirrors golang/go crypto/x509/root_linux.go `certFiles`. */
const bundles = [
  "/etc/ssl/certs/ca-certificates.crt",
  "/etc/pki/tls/certs/ca-bundle.crt",
  "/etc/ssl/ca-bundle.pem",
  "/etc/pki/tls/cacert.pem",
  "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
  "/etc/ssl/cert.pem",
];

/**
 * Whom this computer trusts, for who is to be reached and whose authority the kubeconfig does not name. Node knows only its
 * own list; kubectl also trusts what an administrator added to the system's.
 */
export async function systemAuthorities(surroundings: Surroundings): Promise<readonly string[]> {
  const named = surroundings.env.SSL_CERT_FILE;
  for (const path of named === undefined || named === "" ? bundles : [named]) {
    const file = await surroundings.readFile(path);
    if (file.state === "read") return [...rootCertificates, Buffer.from(file.bytes).toString("latin1")];
  }
  return rootCertificates;
}
