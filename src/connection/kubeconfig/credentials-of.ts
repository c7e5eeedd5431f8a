import { say } from "../../kubernetes/index.ts";
import { AccessError } from "./access-error.ts";
import { authProvider } from "./auth-provider.ts";
import type { Chosen } from "./choose.ts";
import type { Credential, Credentials } from "./credentials.ts";
import { basic, bearer, fixed } from "./credentials.ts";
import { execPlugin } from "./exec-plugin.ts";
import type { Surroundings } from "./machine.ts";
import { readPem } from "./pem.ts";

/** The first of a user's ways to log in that is set, with the client certificate, if there is one, beside it. */
export async function credentialsOf(
  chosen: Chosen,
  certificateAuthority: string | undefined,
  surroundings: Surroundings,
): Promise<Credentials> {
  const certificate = await certificateOf(chosen, surroundings);
  const origin = authorizationOf(chosen, certificateAuthority, surroundings);
  return {
    current: async () => ({ ...certificate, ...(await origin.current()) }),
    renew: (refused) => origin.renew(refused),
  };
}

async function certificateOf(
  { user, userName = "" }: Chosen,
  surroundings: Surroundings,
): Promise<Pick<Credential, "certificate">> {
  const { clientCertificate, clientKey } = user;
  if (clientCertificate === undefined || clientKey === undefined) return {};
  const certificate = await readPem(clientCertificate, "client-cert", userName, surroundings);
  const key = await readPem(clientKey, "client-key", userName, surroundings);
  return { certificate: { certificate, key } };
}

/** Mirrors kubernetes/client-go tools/clientcmd `getUserIdentificationPartialConfig` and transport/round_trippers.go (v1.36). */
function authorizationOf(
  { cluster, user }: Chosen,
  certificateAuthority: string | undefined,
  surroundings: Surroundings,
): Credentials {
  const { token, username, password } = user;
  if (user.tokenFile !== undefined) return tokenFile(user.tokenFile, token, surroundings);
  if (token !== undefined) return fixed({ authorization: bearer(token) });
  if (username !== undefined || password !== undefined) {
    return fixed({ authorization: basic(username ?? "", password ?? "") });
  }
  if (user.exec !== undefined) return execPlugin(user.exec, cluster, certificateAuthority, surroundings);
  return user.authProvider === undefined ? fixed({}) : authProvider(user.authProvider, surroundings);
}

const rereadAfter = 60_000;

/**
 * A token in a file that another program keeps fresh. It is read again each minute and after a 401; a token that was read
 * once stays good while the file cannot be read. Mirrors kubernetes/client-go transport/token_source.go (v1.36).
 */
function tokenFile(path: string, fallback: string | undefined, surroundings: Surroundings): Credentials {
  let last: { readonly token: string; readonly at: number } | undefined;

  async function current(): Promise<Credential> {
    const now = surroundings.now();
    if (last === undefined || now - last.at >= rereadAfter) {
      last = { token: (await tokenIn(path, surroundings)) ?? last?.token ?? missing(), at: now };
    }
    return { authorization: bearer(last.token) };
  }

  function missing(): string {
    if (fallback !== undefined) return fallback;
    throw new AccessError("credentials", say`error: could not read a token from file ${path}`);
  }

  async function renew(refused: Credential): Promise<"renewed" | "same"> {
    const token = await tokenIn(path, surroundings);
    if (token === undefined || bearer(token) === refused.authorization) return "same";
    last = { token, at: surroundings.now() };
    return "renewed";
  }

  return { current, renew };
}

async function tokenIn(path: string, surroundings: Surroundings): Promise<string | undefined> {
  const read = await surroundings.readFile(path);
  if (read.state !== "read") return undefined;
  return new TextDecoder().decode(read.bytes).trim() || undefined;
}
