import { say } from "../../model/index.ts";
import { AccessError } from "./access-error.ts";
import { bearer, type Credential, type Credentials } from "./credentials.ts";
import type { Surroundings } from "./surroundings.ts";

const rereadAfter = 60_000;

/**
 * A token in a file that another program keeps fresh. It is read again each minute and after a 401; a token that was read
 * once stays good while the file cannot be read. Mirrors kubernetes/client-go transport/token_source.go (v1.36).
 */
export function tokenFile(
  path: string,
  fallback: string | undefined,
  surroundings: Surroundings,
): Credentials {
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
