import assert from "node:assert/strict";
import { test } from "node:test";
import { connect } from "../../../src/connection/kubeconfig/index.ts";
import { isExempt } from "../../../src/connection/kubeconfig/proxy.ts";
import { failureOf, home, kubeconfig, pretend } from "./pretend.ts";

/** F12. Server, NO_PROXY, whether the proxy is left out. After golang.org/x/net http/httpproxy/proxy_test.go. */
const rows: readonly (readonly [string, string, boolean])[] = [
  ["localhost", "", true],
  ["127.0.0.1", "", true],
  ["127.0.0.2", "", true],
  ["[::1]", "", true],
  ["[::2]", "", false],
  ["LOCALHOST:8443", "", true],
  ["192.168.1.1", "", false],
  ["example.com", "", false],
  ["example.com", "*", true],
  ["example.com", " * ", true],
  ["example.com", "foo,*", true],
  ["barbaz.net", "barbaz.net", true],
  ["www.barbaz.net", "barbaz.net", true],
  ["BarBaz.net", "barbaz.NET", true],
  ["foobarbaz.net", "barbaz.net", false],
  ["foobar.com", "foobar.com:443", true],
  ["foobar.com:8443", "foobar.com:443", false],
  ["foobar.com:8443", "foobar.com:8443", true],
  ["foobar.com", ".foobar.com", false],
  ["www.foobar.com", ".foobar.com", true],
  ["foobar.com", "*.foobar.com", false],
  ["www.foobar.com", "*.foobar.com", true],
  ["a.b.foobar.com", "*.foobar.com", true],
  ["www.foobar.com", "*foobar.com", false],
  ["www.foobar.com:8443", ".foobar.com:443", false],
  ["192.168.1.1", "192.168.1.1", true],
  ["192.168.1.2", "192.168.1.1", false],
  ["192.168.1.1:8443", "192.168.1.1:443", false],
  ["192.168.1.1", "192.168.1.1:443", true],
  ["192.168.1.1", "192.168.0.0/16", true],
  ["192.169.1.1", "192.168.0.0/16", false],
  ["10.0.0.2:6443", "10.0.0.0/8, other", true],
  ["example.com", "10.0.0.0/8", false],
  ["10.0.0.2", "10.0.0.0/33", false],
  ["[2001:db8::1]", "2001:db8::/32", true],
  ["[2001:db9::1]", "2001:db8::/32", false],
  ["[2001:db8::52:0:1]", "2001:db8::52:0:1", true],
  ["[2001:db8::52:0:1]", "[2001:db8::52:0:1]", true],
  ["[2001:db8::52:0:1]:8443", "[2001:db8::52:0:1]:443", false],
  ["[2001:db8::52:0:1]:8443", "[2001:db8::52:0:1]:8443", true],
  ["1.2.3.4", ".4", false],
  ["example.com", ":443", false],
  ["example.com", ",,", false],
];
for (const [host, noProxy, expected] of rows) {
  test(`F12 ${host} with NO_PROXY=${JSON.stringify(noProxy)} is ${expected ? "reached directly" : "proxied"}`, () => {
    assert.equal(isExempt(new URL(`https://${host}`), noProxy), expected);
  });
}

async function proxyOf(cluster: object, env: Readonly<Record<string, string>>) {
  const surroundings = pretend({ env, files: { [home]: kubeconfig(cluster) } });
  const { proxy } = await connect({}, surroundings);
  return proxy === undefined ? undefined : [proxy.url.href, proxy.from];
}

test("proxy-url wins over the environment and over NO_PROXY", async () => {
  const cluster = { server: "https://one", "proxy-url": "http://p:1" };
  assert.deepEqual(await proxyOf(cluster, { HTTPS_PROXY: "http://q:2", NO_PROXY: "*" }), [
    "http://p:1/",
    "proxy-url",
  ]);
});

test("the scheme of the server decides which variable counts, and small letters count too", async () => {
  const env = { https_proxy: "p:1", HTTP_PROXY: "q:2" };
  assert.deepEqual(await proxyOf({ server: "https://one" }, env), ["http://p:1/", "HTTPS_PROXY"]);
  assert.deepEqual(await proxyOf({ server: "http://one" }, env), ["http://q:2/", "HTTP_PROXY"]);
  assert.equal(await proxyOf({ server: "http://one" }, { ...env, REQUEST_METHOD: "GET" }), undefined);
});

for (const url of ["socks5://me:secret@p:1", "ftp://me:secret@p:1"]) {
  test(`a proxy that is not supported is refused without its password: ${url.slice(0, 5)}`, async () => {
    const surroundings = pretend({
      files: { [home]: kubeconfig({ server: "https://one", "proxy-url": url }) },
    });
    const failure = await failureOf(connect({}, surroundings));
    assert.match(failure.line, /^error: the proxy of cluster c \(from proxy-url\) /);
    assert.doesNotMatch(failure.line, /secret/);
  });
}
