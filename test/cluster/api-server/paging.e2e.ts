/** Lists in small pages, and a past that is really compacted between two of them. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import type { Cluster } from "../cluster.ts";
import { startCluster } from "../cluster.ts";
import { newName } from "../support/e2e.ts";
import { when } from "../support/eventually.ts";
import type { Front } from "../support/front.ts";
import { startFront } from "../support/front.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { answer } from "../why/support/answers.ts";
import type { Program } from "../why/support/program.ts";
import { buildProgram } from "../why/support/program.ts";
import { apiServerArgs } from "./arguments.ts";

const claims = "v1/persistentvolumeclaims";
const namespace = "default";
const wish = { storageClassName: "nope" };
const names = Array.from("abcdefghijklmnopqrstuvw", (letter) => `data-${letter}`);

let cluster: Cluster;
before(async () => {
  cluster = await startCluster({
    controllers: [],
    extraArgs: { "kube-apiserver": ["--etcd-compaction-interval=1s", ...apiServerArgs] },
  });
  await cluster.api().create(...names.map((name) => persistentVolumeClaim({ name, namespace }, wish)));
});
after(() => cluster?.stop());

interface Asked {
  readonly front: Front;
  readonly program: Program;
}

async function behindFront(context: TestContext, beforeEach?: (url: URL) => Promise<void>): Promise<Asked> {
  const front = await startFront(cluster.kubeconfigPath, beforeEach);
  context.after(() => front.close());
  const program = await buildProgram(front.kubeconfigPath);
  context.after(() => program.remove());
  return { front, program };
}

async function claimsSeen({ program }: Asked, ...flags: readonly string[]): Promise<readonly string[]> {
  const args = ["why", "pvc", "-n", namespace, "-o", "json", ...flags];
  const { said } = answer(await program.throughKubectl(undefined, ...args));
  return (said.diagnoses ?? []).map(({ object }) => object.name).sort();
}

/** The answers to questions for one page of the claims. */
function pagesOf({ front }: Asked): readonly number[] {
  const isPage = (url: URL) => url.pathname.endsWith("/persistentvolumeclaims");
  return front.seen.filter(({ url }) => isPage(url)).map(({ status }) => status);
}

test("pages of any size give the same answer", async (context) => {
  const asked = await behindFront(context);
  const sizes = { "0": 1, "500": 1, "7": 4, "1": names.length };
  for (const [size, pages] of Object.entries(sizes)) {
    const earlier = pagesOf(asked).length;
    assert.deepEqual(await claimsSeen(asked, `--chunk-size=${size}`), names, `--chunk-size=${size}`);
    assert.equal(pagesOf(asked).length - earlier, pages, `--chunk-size=${size}`);
  }
});

for (const command of ["audit", "snapshot"] as const) {
  test(`${command} in pages of one`, async (context) => {
    const asked = await behindFront(context);
    const flags = command === "audit" ? ["--older-than=0s", "--fail-on=never", "--by=rule"] : [];
    const [whole, paged] = await Promise.all(
      ["0", "1"].map((size) =>
        asked.program.throughKubectl(undefined, command, "-n", namespace, `--chunk-size=${size}`, ...flags),
      ),
    );
    assert.deepEqual(listed(paged?.stdout), names);
    assert.deepEqual(listed(whole?.stdout), names);
  });
}

function listed(text = ""): readonly string[] {
  return [...new Set(text.match(/data-[a-w]\b/g))].sort();
}

/** Waits until the server itself reports this page as expired. It expires only after writes, so this patches a claim. */
async function untilForgotten(url: URL): Promise<void> {
  const api = cluster.api();
  const marked = names[0] ?? "";
  await when(
    "the server has forgotten the list",
    async () => {
      await api.patch(
        claims,
        { name: marked, namespace },
        { metadata: { annotations: { now: newName("") } } },
      );
      await sleep(500);
      return (await api.send("GET", `${url.pathname}${url.search}`)).status;
    },
    (status) => status === 410,
  );
}

test("a list that is forgotten between two pages is read again", async (context) => {
  let times = 0;
  const asked = await behindFront(context, async (url) => {
    if (url.searchParams.has("continue") && times++ === 0) await untilForgotten(url);
  });
  assert.deepEqual(await claimsSeen(asked, "--chunk-size=2"), names);
  assert.deepEqual(pagesOf(asked), [200, 410, 200, 200]);
});

test("a list that is forgotten again is read to its end, and said not to be of one moment", async (context) => {
  const late = newName("z");
  const forgotten = new Set<string | null>();
  const asked = await behindFront(context, async (url) => {
    const size = url.searchParams.get("limit");
    if (!url.searchParams.has("continue") || forgotten.has(size)) return;
    forgotten.add(size);
    if (size === "20") await cluster.api().create(persistentVolumeClaim({ name: late, namespace }, wish));
    await untilForgotten(url);
  });
  const args = ["why", "pvc", "-n", namespace, "-o", "json", "--chunk-size=2"];
  const { code, stdout, stderr } = await asked.program.throughKubectl(undefined, ...args);
  const { said } = answer({ code, stdout, stderr });
  assert.deepEqual(pagesOf(asked), [200, 410, 200, 410, 200]);
  assert.deepEqual(said.diagnoses?.map(({ object }) => object.name).sort(), [...names, late]);
  assert.equal(code, 3);
  assert.deepEqual(said.skipped, [
    "the pages of the list of persistentvolumeclaims were read at different resource versions",
  ]);
});
