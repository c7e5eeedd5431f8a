import type { KeyObject } from "node:crypto";
import { generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isIPv4 } from "node:net";
import type { Der } from "./der.ts";
import { bits, integer, octets, oid, pem, sequence, set, time, utf8, value, yes } from "./der.ts";

export interface Certificate {
  /** PEM. */
  readonly certificate: string;
  readonly key: string;
}

export interface Authority extends Certificate {
  issue(wish: Wish): Certificate;
}

interface Wish {
  readonly name: string;
  /** What it is valid for: DNS names and IPv4 or IPv6 addresses. */
  readonly hosts?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
}

const ecdsaWithSha256 = sequence(oid("1.2.840.10045.4.3.2"));
const day = 86_400_000;

/** A certificate authority of our own: nothing outside of Node is needed to make one. */
export function authority(name: string): Authority {
  const keys = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const isAuthority = extension("2.5.29.19", sequence(yes), "critical");
  const own = make({ name }, name, keys.publicKey, keys.privateKey, [isAuthority]);
  return {
    certificate: own,
    key: keyOf(keys.privateKey),
    issue(wish) {
      const leaf = generateKeyPairSync("ec", { namedCurve: "P-256" });
      const names =
        wish.hosts === undefined ? [] : [extension("2.5.29.17", sequence(...wish.hosts.map(host)))];
      return {
        certificate: make(wish, name, leaf.publicKey, keys.privateKey, names),
        key: keyOf(leaf.privateKey),
      };
    },
  };
}

/** RFC 5280, section 4.1. */
function make(
  wish: Wish,
  issuer: string,
  key: KeyObject,
  signer: KeyObject,
  extensions: readonly Der[],
): string {
  const { from = new Date(Date.now() - day), until = new Date(Date.now() + day) } = wish;
  const body = sequence(
    value(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    ecdsaWithSha256,
    commonName(issuer),
    sequence(time(from), time(until)),
    commonName(wish.name),
    key.export({ type: "spki", format: "der" }),
    ...(extensions.length === 0 ? [] : [value(0xa3, sequence(...extensions))]),
  );
  return pem("CERTIFICATE", sequence(body, ecdsaWithSha256, bits(sign("sha256", body, signer))));
}

function commonName(name: string): Der {
  return sequence(set(sequence(oid("2.5.4.3"), utf8(name))));
}

function extension(id: string, content: Der, weight?: "critical"): Der {
  return sequence(oid(id), ...(weight === undefined ? [] : [yes]), octets(content));
}

function host(name: string): Der {
  if (isIPv4(name)) return value(0x87, Buffer.from(name.split(".").map(Number)));
  if (name === "::1") return value(0x87, Buffer.concat([Buffer.alloc(15), Buffer.from([1])]));
  return value(0x82, Buffer.from(name, "latin1"));
}

function keyOf(key: KeyObject): string {
  return key.export({ type: "pkcs8", format: "pem" }).toString();
}
