import assert from "node:assert/strict";
import { X509Certificate } from "node:crypto";
import { test } from "node:test";
import type { PeerCertificate } from "node:tls";
import { identityProblem } from "../../../src/connection/http/tls-options.ts";
import { authority } from "../../support/fault-server/certificates.ts";

const { certificate } = authority("authority").issue({
  name: "server",
  hosts: ["api.example", "::1", "10.0.0.1"],
});

function presented(): PeerCertificate {
  const { raw, subjectAltName } = new X509Certificate(certificate);
  return { raw, subject: {}, subjectaltname: subjectAltName } as PeerCertificate;
}

const refused = new Error("as Node.js 22.23 says of every IPv6 address");
const refuses = () => refused;

test("a server is known by its names and addresses, however an address is written", () => {
  for (const expected of ["api.example", "10.0.0.1", "::1", "0:0:0:0:0:0:0:1"])
    assert.equal(identityProblem(expected, presented()), undefined, expected);
  for (const expected of ["other.example", "10.0.0.2", "::2", "2001:db8::1"])
    assert.ok(identityProblem(expected, presented()) instanceof Error, expected);
});

test("where Node.js refuses an IPv6 address that the certificate is for, it is taken", () => {
  for (const expected of ["::1", "0:0:0:0:0:0:0:1"])
    assert.equal(identityProblem(expected, presented(), refuses), undefined, expected);
});

test("what else Node.js refuses stays refused", () => {
  for (const expected of [
    "::2",
    "2001:db8::1",
    "api.example",
    "10.0.0.1",
    "::ffff:10.0.0.1",
    "not an address",
  ])
    assert.equal(identityProblem(expected, presented(), refuses), refused, expected);
});
