/** How a request says who is asking. */
export interface Credential {
  /** The whole Authorization header. */
  readonly authorization?: string;
  readonly certificate?: ClientCertificate;
}

export interface ClientCertificate {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

/** Where credentials come from. They are asked for at the first request, and again when the server says 401. */
export interface Credentials {
  current(): Promise<Credential>;
  /** After a 401 to a request that carried `refused`. `same`: there is no other to be had. */
  renew(refused: Credential): Promise<"renewed" | "same">;
}

export function fixed(credential: Credential): Credentials {
  return { current: async () => credential, renew: async () => "same" };
}

export function isSame(one: Credential, other: Credential): boolean {
  return (
    one.authorization === other.authorization &&
    one.certificate?.certificate === other.certificate?.certificate
  );
}

export function bearer(token: string): string {
  return `Bearer ${token}`;
}

export function basic(username: string, password: string): string {
  return `Basic ${Buffer.from(`${username}:${password}`, "utf8").toString("base64")}`;
}

/** What an identity provider hands out. */
export interface Tokens {
  readonly idToken: string;
  /** With which the next ones are asked for; `undefined`: with the same as before. */
  readonly refreshToken: string | undefined;
}
