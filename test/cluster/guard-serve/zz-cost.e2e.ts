import { writeFileSync } from "node:fs";
import { test } from "node:test";
import { newName, testApi } from "../support/e2e.ts";
import { boundPair } from "../support/manifests.ts";
import { register, startGuard } from "./guarding.ts";

const api = testApi();
test("cost", async () => {
  const label = newName("guard");
  const guarding = await startGuard("--mode=deny", "--timeout=18s");
  const namespace = newName("cost");
  await api.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace, labels: { guarded: label } } });
  const lines: string[] = [];
  const many = Number(process.env.MANY ?? 300);
  for (let at = 0; at < many; at++)
    await api.create(...boundPair(`${namespace}-${at}`, { name: `c-${at}`, namespace }, { persistentVolumeReclaimPolicy: at === 0 ? "Delete" : "Retain" }));
  await new Promise((r) => setTimeout(r, 20000));
  const time = async (what: string, paths: readonly string[], inParallel = false) => {
    const took: number[] = [];
    const one = async (path: string) => {
      const began = performance.now();
      const { status } = await api.send("DELETE", `${path}?dryRun=All`);
      took.push(performance.now() - began);
      return status;
    };
    const statuses: number[] = [];
    const all = performance.now();
    if (inParallel) statuses.push(...(await Promise.all(paths.map(one))));
    else for (const path of paths) statuses.push(await one(path));
    const total = performance.now() - all;
    took.sort((a, b) => a - b);
    lines.push(`${what}: n=${paths.length} p50=${took[Math.floor(took.length / 2)]?.toFixed(0)} max=${took.at(-1)?.toFixed(0)} total=${total.toFixed(0)} ms; ${[...new Set(statuses)]}`);
    writeFileSync("/tmp/cost-guard.txt", `${lines.join("\n")}\n`);
  };
  const claim = (at: number) => `/api/v1/namespaces/${namespace}/persistentvolumeclaims/c-${at}`;
  const some = Array.from({ length: 20 }, (_, at) => claim(at + 1));
  await time("without webhook", some);
  const unregister = await register(api, guarding, label);
  await new Promise((r) => setTimeout(r, 3000));
  await time("warm", [claim(1)]);
  await time("one after the other, shared", some);
  await time("40 at once", Array.from({ length: 40 }, (_, at) => claim(at + 1)), true);
  await time("refused", [claim(0), claim(0), claim(0)]);
  for (let i = 0; i < 5; i++) { await new Promise((r) => setTimeout(r, 2500)); await time("cold", [claim(5)]); }
  await time("namespace", [`/api/v1/namespaces/${namespace}`]);
  lines.push(guarding.said());
  writeFileSync("/tmp/cost-guard.txt", `${lines.join("\n")}\n`);
  await unregister();
  await guarding.end();
});
