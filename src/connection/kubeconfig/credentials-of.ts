import { authProvider } from "./auth-provider.ts";
import type { Chosen } from "./choose.ts";
import { basic, bearer, type Credential, type Credentials, fixed } from "./credentials.ts";
import { execPlugin } from "./exec/exec-plugin.ts";
import { readPem } from "./pem.ts";
import type { Surroundings } from "./surroundings.ts";
import { tokenFile } from "./token-file.ts";

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
  if (user.exec !== undefined) {
    const target = { cluster, server: cluster.server ?? "", certificateAuthority };
    return execPlugin(user.exec, target, surroundings);
  }
  return user.authProvider === undefined ? fixed({}) : authProvider(user.authProvider, surroundings);
}
