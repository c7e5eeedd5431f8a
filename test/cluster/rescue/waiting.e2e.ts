/** A signal while a rescue waits for the cluster: it ends at once, says what stands still, and goes on afterwards. */
import assert from "node:assert/strict";
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { startCluster } from "../cluster.ts";
import type { Csi } from "../csi/csi.ts";
import { startCsi } from "../csi/csi.ts";
import { newName, testApi, testKubeconfig } from "../support/e2e.ts";
import { when } from "../support/eventually.ts";
import { boundPair } from "../support/manifests.ts";
import type { Place } from "../support/paths.ts";
import { pvguard } from "../support/pvguard.ts";
import { stateFolder } from "./support/run.ts";
import { signalledAt } from "./support/signalled.ts";
import { assertRescued, claims, pods, usedByDeployment, volumes } from "./support/situation.ts";

const slow = "example.com/slow";
const api = testApi();
let csi: Csi;
before(async () => {
  csi = await startCsi(testKubeconfig(), ["csi-provisioner", "csi-attacher"]);
});
after(() => csi.stop());

/** Who holds the object takes its time. */
async function hold(
  resource: typeof pods | typeof claims | typeof volumes,
  place: Place,
): Promise<() => Promise<void>> {
  const found = (await api.get(resource, place))?.metadata.finalizers ?? [];
  await api.patch(resource, place, { metadata: { finalizers: [...found, slow] } });
  return async () => {
    const now = (await api.get(resource, place))?.metadata.finalizers ?? [];
    await api.patch(resource, place, { metadata: { finalizers: now.filter((each) => each !== slow) } });
  };
}

async function digestOf(args: readonly string[]): Promise<string> {
  return /Digest of this plan: ([0-9a-f]{64})/.exec((await pvguard(...args, "--dry-run")).out)?.[1] ?? "";
}

/** One rescue is remembered, for its owner alone. */
function assertRemembered(folder: string): void {
  const rescues = join(folder, "rescues");
  const names = readdirSync(rescues);
  assert.equal(names.length, 1, names.join());
  assert.equal(statSync(join(rescues, names[0] ?? "")).mode & 0o777, 0o600);
}

type Waits = "pod" | "claim" | "volume";

for (const [signal, code, waits] of [
  ["SIGTERM", 143, "pod"],
  ["SIGINT", 130, "claim"],
  ["SIGTERM", 143, "volume"],
] as const satisfies readonly (readonly [NodeJS.Signals, number, Waits])[])
  test(`${signal} while it waits until the ${waits} is gone`, async (context) => {
    const { namespace, was, isRunning } = await usedByDeployment(context, api, csi);
    const pod = (await api.list(pods, namespace))[0]?.metadata.name ?? "";
    const places = {
      pod: [pods, { name: pod, namespace }],
      claim: [claims, { name: "data", namespace }],
      volume: [volumes, was.volume],
    } as const;
    const [resource, place] = places[waits];
    const letGo = await hold(resource, place);
    if (waits === "volume") await api.remove(volumes, was.volume);
    await api.remove(claims, { name: "data", namespace });
    const folder = stateFolder(context);
    const args = ["rescue", "pvc/data", "-n", namespace, "--backup-dir", folder];
    const digest = await digestOf(args);
    const first = await signalledAt(signal, `... Wait until ${kinds[waits]}/${place.name}`, 1, [
      ...args,
      `--confirm=${digest}`,
    ]);
    assert.equal(first.ended, code, first.err);
    assert.match(first.err, /Interrupted\. Run the same command again to continue\./);
    assert.match(
      first.err,
      /deployment\/shop \(\S+\) may stay scaled down until the rescue is done\. It had 1 replica\./,
    );
    assertRemembered(folder);

    await letGo();
    const again = await pvguard(...args, `--confirm=${digest}`);
    assert.equal(again.code, 0, again.err);
    await assertRescued(api, csi, namespace, "data", was);
    assert.deepEqual(readdirSync(join(folder, "rescues")), []);
    await when("a pod is Running again", isRunning, Boolean, 60);
  });

const kinds = { pod: "pod", claim: "pvc", volume: "pv" } as const;

for (const [signal, code, until] of [
  ["SIGINT", 130, "the claim is Bound"],
  ["SIGTERM", 143, "the volume is Available"],
] as const)
  test(`${signal} while it waits until ${until}`, async (context) => {
    const cluster = await startCluster();
    context.after(() => cluster.stop());
    const own = cluster.api();
    const namespace = newName("pvguard-test");
    await own.create({ apiVersion: "v1", kind: "Namespace", metadata: { name: namespace } });
    const volume = newName("volume");
    const place = { name: "data", namespace };
    const isBound = () =>
      when(
        "the claim is Bound",
        () => own.get(claims, place),
        (found) => found?.status?.phase === "Bound",
      );
    await own.create(...boundPair(volume, place));
    await isBound();
    await own.remove(claims, place);
    const volumeNow = () => own.get(volumes, { name: volume });
    await when("the volume is Released", volumeNow, (found) => found?.status?.phase === "Released");
    await cluster.stopProgram("kube-controller-manager");

    const folder = stateFolder(context);
    const at = ["--kubeconfig", cluster.kubeconfigPath];
    const args = ["rescue", "pvc/data", "-n", namespace, "--backup-dir", folder, ...at];
    const confirm = `--confirm=${await digestOf(args)}`;
    const said = until === "the claim is Bound" ? "pvc/data" : `pv/${volume}`;
    const running = signalledAt(signal, `... Wait until ${said}`, 1, [...args, confirm, "-o", "json"]);
    if (until === "the claim is Bound") {
      await when("the volume is free", volumeNow, (found) => found?.spec?.claimRef?.uid === undefined);
      // As the controller would see it, which then goes no further.
      await own.patch(volumes, { name: volume }, { status: { phase: "Available" } }, "/status");
    }
    const first = await running;
    assert.equal(first.ended, code, first.err);
    assert.match(first.err, /Interrupted\. Run the same command again to continue\./);
    const document = JSON.parse(first.out) as { readonly exitCode: number };
    assert.equal(document.exitCode, 130);
    assertRemembered(folder);

    await cluster.restartProgram("kube-controller-manager");
    const again = await pvguard(...args, confirm);
    assert.equal(again.code, 0, again.err);
    const claim = await isBound();
    assert.equal(claim?.spec?.volumeName, volume);
    assert.equal((await volumeNow())?.spec?.claimRef?.uid, claim?.metadata.uid);
    assert.deepEqual(readdirSync(join(folder, "rescues")), []);
  });
