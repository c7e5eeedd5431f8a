import { X509Certificate } from "node:crypto";
import { isIPv6 } from "node:net";
import { checkServerIdentity, type PeerCertificate } from "node:tls";

/**
 * Why the server that shows this certificate is not the one that is expected; `undefined` if it is. Node.js 22.23 takes every
 * IPv6 address for a name, and says of all certificates that they are not for it: then OpenSSL is asked.
 *
 * @param expected a name or an address, without brackets
 */
export function identityProblem(
  expected: string,
  presented: PeerCertificate,
  check: typeof checkServerIdentity = checkServerIdentity,
): Error | undefined {
  const problem = check(expected, presented);
  if (problem === undefined || !isIPv6(expected)) return problem;
  return new X509Certificate(presented.raw).checkIP(expected) === undefined ? problem : undefined;
}
