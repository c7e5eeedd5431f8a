import { randomBytes } from "node:crypto";
import type { TestContext } from "node:test";
import { KubeConfig } from "@kubernetes/client-node";
import { Api } from "./api.ts";
import { eventually } from "./eventually.ts";

/** The cluster that `npm run test:e2e` started, or the one that a person named. */
export function testKubeconfig(): string {
  const kubeconfig = process.env.PVGUARD_E2E_KUBECONFIG;
  if (kubeconfig === undefined)
    throw new Error("no cluster: use `npm run test:e2e`, or set PVGUARD_E2E_KUBECONFIG");
  return kubeconfig;
}

export function testApi(user?: string): Api {
  return new Api(testKubeconfig(), user);
}

/** A cluster that a person named need not have our users. */
export function hasUser(user: string): boolean {
  const config = new KubeConfig();
  config.loadFromFile(testKubeconfig());
  return config.getContextObject(user) !== null;
}

/** A name that nothing else in the cluster has. */
export function newName(prefix: string): string {
  return `${prefix}-${randomBytes(4).toString("hex")}`;
}

/** A namespace in which pods can be created. It is deleted when the test ends. */
export async function newNamespace(context: TestContext, api: Api): Promise<string> {
  const name = newName("pvguard-test");
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name } });
  context.after(() => api.remove("v1/namespaces", { name }));
  await eventually(`service account default in ${name}`, async () => {
    const answer = await api.send("GET", `/api/v1/namespaces/${name}/serviceaccounts/default`);
    return answer.status === 200 ? answer : undefined;
  });
  return name;
}
