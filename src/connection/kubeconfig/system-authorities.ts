import { rootCertificates } from "node:tls";
import type { Surroundings } from "./surroundings.ts";

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
