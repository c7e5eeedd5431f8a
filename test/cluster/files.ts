import { generateKeyPairSync } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "./support/folders.ts";

/** Everything that one cluster keeps on disk. */
export interface ClusterFiles {
  readonly folder: string;
  readonly logs: string;
  readonly certificates: string;
  /** Signed by kube-apiserver when it starts; it holds the authority too. */
  readonly authority: string;
  readonly tokens: string;
  readonly kubeconfig: string;
  readonly serviceAccountKey: string;
  readonly serviceAccountPublicKey: string;
}

export function makeFiles(tokens: string): ClusterFiles {
  const folder = newFolder("pvguard-cluster");
  const files: ClusterFiles = {
    folder,
    logs: join(folder, "logs"),
    certificates: join(folder, "certificates"),
    authority: join(folder, "certificates", "apiserver.crt"),
    tokens: join(folder, "tokens.csv"),
    kubeconfig: join(folder, "kubeconfig"),
    serviceAccountKey: join(folder, "service-account.key"),
    serviceAccountPublicKey: join(folder, "service-account.pub"),
  };
  mkdirSync(files.logs);
  mkdirSync(files.certificates);
  const { privateKey, publicKey } = serviceAccountKeys();
  const secret = { mode: 0o600 };
  writeFileSync(files.tokens, tokens, secret);
  writeFileSync(files.serviceAccountKey, privateKey, secret);
  writeFileSync(files.serviceAccountPublicKey, publicKey);
  return files;
}

/** Signs the tokens of service accounts. TLS needs no key of ours: each server signs its own certificate. */
function serviceAccountKeys(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync("rsa", {
    modulusLength: 2048,
    publicKeyEncoding: { type: "spki", format: "pem" },
    privateKeyEncoding: { type: "pkcs8", format: "pem" },
  });
}
