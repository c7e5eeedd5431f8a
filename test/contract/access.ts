/** Who may do what. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "./requests.ts";
import type { Subject } from "./subject.ts";
import { volumes } from "./subject.ts";

export function accessTests(subject: Subject): void {
  async function mayUpdate(user: string): Promise<unknown> {
    const { json } = await subject
      .ask("POST", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews", {
        user,
        body: {
          apiVersion: "authorization.k8s.io/v1",
          kind: "SelfSubjectAccessReview",
          spec: { resourceAttributes: { verb: "update", resource: "persistentvolumes", name: "disk" } },
        },
      })
      .then((answer) => ({ json: answer.json() }));
    return (json as { readonly status: { readonly allowed: boolean } }).status.allowed;
  }

  test("a wrong token is not let in", async () => {
    const server = { ...subject.server, tokenOf: () => "wrong" };
    const { code, text } = await ask(server, "GET", volumes);
    assert.deepEqual([code, (JSON.parse(text) as { readonly reason: string }).reason], [401, "Unauthorized"]);
  });

  test("forbidden: a list of the cluster", async () => {
    const { code, status } = await subject.ask("GET", "/api/v1/pods", { user: "no-pods" });
    assert.deepEqual([code, status.reason], [403, "Forbidden"]);
    assert.equal(
      status.message,
      'pods is forbidden: User "no-pods" cannot list resource "pods" in API group "" at the cluster scope',
    );
  });

  test("forbidden comes before not found: an object", async () => {
    const path = `${subject.inside("persistentvolumeclaims")}/absent`;
    const { code, status } = await subject.ask("GET", path, { user: "nobody" });
    assert.equal(code, 403);
    assert.equal(
      status.message,
      `persistentvolumeclaims "absent" is forbidden: User "nobody" cannot get resource "persistentvolumeclaims" in API group "" in the namespace "${subject.namespace}"`,
    );
  });

  test("forbidden comes before not found: a group that is not served", async () => {
    const path = "/apis/nope.example.com/v1/things";
    const { code, status } = await subject.ask("GET", path, { user: "nobody" });
    assert.equal(code, 403);
    assert.match(status.message ?? "", /^things\.nope\.example\.com is forbidden: User "nobody" cannot list/);
  });

  test("forbidden: writing, for who may only read", async () => {
    const { code } = await subject.ask("DELETE", `${volumes}/absent`, { user: "view-only" });
    assert.equal(code, 403);
    assert.equal((await subject.ask("GET", `${volumes}/absent`, { user: "view-only" })).code, 404);
  });

  test("everybody may ask what they may do", async () => {
    assert.deepEqual([await mayUpdate("admin"), await mayUpdate("nobody")], [true, false]);
  });
}
