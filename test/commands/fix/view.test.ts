/** S6, S7, S8, S9, S13, S17: what fix looks at before it writes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { apiClaim, apiLease, apiPod, apiVolume, heldClaim, idleClaim } from "../../support/fix/objects.ts";
import type { Session, SessionOptions } from "../../support/fix/session.ts";
import { session } from "../../support/fix/session.ts";
import type { JsonObject, User } from "../../support/memory-server/index.ts";

const protection = "kubernetes.io/pvc-protection";
const drop = ["fix", "pvc/data", "-n", "app", "--finalizer", protection];

/** What must be accepted, by name. */
async function accepts({ run }: Session, argv: readonly string[]): Promise<readonly string[]> {
  const { out } = await run([...argv, "--dry-run", "-o", "json"]);
  const { items } = JSON.parse(out) as { items: readonly { accept: readonly { name: string }[] }[] };
  return items.flatMap(({ accept }) => accept.map(({ name }) => name));
}

async function approved({ run }: Session, argv: readonly string[], names: readonly string[]) {
  const more = names.flatMap((name) => ["--accept", name]);
  const { out } = await run([...argv, "--dry-run", "-o", "json"]);
  const { digest } = JSON.parse(out) as { digest: string };
  return await run([...argv, ...more, "--confirm", digest]);
}

test("S6: whatever appears between the plan and the answer stops the write", async (context) => {
  const late: Record<string, readonly JsonObject[]> = {
    "a pod that uses the claim": [apiPod("late", "Running")],
    "a finished pod that names it": [apiPod("late", "Succeeded")],
    "another finalizer, so another version": [
      apiClaim("data", { deleted: "yes", finalizers: [protection, "x.io/y"] }),
    ],
    "another claim of that name": [
      {
        ...apiClaim("data", { deleted: "yes", finalizers: [protection] }),
        metadata: {
          ...(apiClaim("data", { deleted: "yes", finalizers: [protection] }).metadata as JsonObject),
          uid: "uid-other",
        },
      },
    ],
    "a volume that is to be destroyed": [apiVolume("pv", { finalizers: ["kubernetes.io/pv-protection"] })],
    "a controller that runs": [apiLease("kube-controller-manager", "2026-11-20T11:59:58.000000Z")],
  };
  for (const [what, objects] of Object.entries(late)) {
    const opened = await session(context, idleClaim);
    const names = await accepts(opened, drop);
    const types = [
      () => {
        opened.server.load(objects);
        return "data";
      },
    ];
    const { code, out, err } = await opened.run([...drop, ...names.flatMap((name) => ["--accept", name])], {
      types,
    });
    assert.equal(code, 5, `${what}: ${out}${err}`);
    assert.deepEqual(opened.writes(), [], what);
    assert.match(out, /changed since the plan|gone/, what);
  }
});

test("F69: the message says which version became which", async (context) => {
  const opened = await session(context, idleClaim);
  const names = await accepts(opened, drop);
  const types = [
    () => {
      opened.server.load([
        apiClaim("data", { deleted: "yes", finalizers: [protection], annotations: { a: "b" } }),
      ]);
      return "data";
    },
  ];
  const { out } = await opened.run([...drop, ...names.flatMap((name) => ["--accept", name])], { types });
  assert.match(out, /resourceVersion \d+→\d+/);
});

const all = { verbs: ["*"], groups: ["*"] };
const kindsOfView = [
  ["pods", ""],
  ["persistentvolumes", ""],
  ["leases", "coordination.k8s.io"],
] as const;

function without(kind: string): SessionOptions {
  const kinds = [
    "pods",
    "nodes",
    "persistentvolumes",
    "persistentvolumeclaims",
    "leases",
    "volumeattachments",
    "namespaces",
    "events",
    "volumesnapshots",
    "volumesnapshotcontents",
  ].filter((each) => each !== kind);
  const user: User = { name: "ada", token: "t", rights: [{ ...all, resources: kinds }] };
  return { users: [user] };
}

for (const [kind] of kindsOfView) {
  test(`S8: when ${kind} cannot be read, nothing can be accepted, and the exit code says why`, async (context) => {
    const opened = await session(context, idleClaim, without(kind));
    const { code, out } = await opened.run([
      ...drop,
      "--accept=OwnerPassedOver",
      "--accept=CouldNotRead",
      "--accept=OwnerRuns",
      "--yes",
    ]);
    assert.equal(code, 3, out);
    assert.match(out, /IncompleteView/);
    assert.deepEqual(opened.writes(), []);
  });
}

test("S9: while the owner of the finalizer runs, the removal is refused, and only its own name overrides that", async (context) => {
  const lease = (renewed: string) => apiLease("kube-controller-manager", renewed);
  const alive = await session(context, [...idleClaim, lease("2026-11-20T11:59:58.123456Z")]);
  assert.ok((await accepts(alive, drop)).includes("OwnerRuns"));
  assert.equal((await approved(alive, drop, ["OwnerPassedOver"])).code, 5);
  assert.deepEqual(alive.writes(), []);
  assert.equal((await approved(alive, drop, ["OwnerPassedOver", "OwnerRuns"])).code, 0);
  assert.equal(alive.writes().length, 1);
  const dead = await session(context, [...idleClaim, lease("2026-11-20T09:00:00.000000Z")]);
  assert.ok(!(await accepts(dead, drop)).includes("OwnerRuns"));
});

test("S7: a pod of any phase that has a node must be accepted by its own name", async (context) => {
  for (const phase of ["Running", "Pending", "Succeeded", "Failed", "Unknown"]) {
    const opened = await session(context, [...idleClaim, apiPod("user", phase)]);
    const names = await accepts(opened, drop);
    assert.ok(
      names.some((name) => name.endsWith("PodUsesClaim")),
      phase,
    );
    assert.equal((await approved(opened, drop, ["OwnerPassedOver"])).code, 5, phase);
    assert.deepEqual(opened.writes(), [], phase);
  }
});

test("S13: where the data would go or leak, the plan names the disk and asks for that very flag", async (context) => {
  const deleting = await session(context, [
    ...idleClaim.filter(({ kind }) => kind !== "PersistentVolume"),
    apiVolume("pv", { finalizers: ["kubernetes.io/pv-protection"] }),
  ]);
  assert.ok((await accepts(deleting, drop)).includes("DataDestroyed"));
  assert.match(
    (await deleting.run([...drop, "--dry-run"])).out.replaceAll(/\s+/g, " "),
    /ebs\.csi\.aws\.com delete disk vol-0abc/,
  );
  const finalizer = "external-provisioner.volume.kubernetes.io/finalizer";
  const leaking = await session(context, [
    apiVolume("pv", { deleted: "yes", finalizers: [finalizer] }, { phase: "Released" }),
  ]);
  const argv = ["fix", "pv/pv", "--finalizer", finalizer];
  assert.ok((await accepts(leaking, argv)).includes("DiskLeaks"));
  assert.match(
    (await leaking.run([...argv, "--dry-run"])).out.replaceAll(/\s+/g, " "),
    /vol-0abc of ebs\.csi\.aws\.com/,
  );
  const kept = await session(context, idleClaim);
  assert.deepEqual(
    (await accepts(kept, drop)).filter((name) => /Data|Leaks/.test(name)),
    [],
  );
});

test("S17: the plan says what can never be taken back", async (context) => {
  const { run } = await session(context, idleClaim);
  const { out } = await run([...drop, "--dry-run", "-o", "json"]);
  const { items } = JSON.parse(out) as { items: readonly { cannotUndo: readonly string[] }[] };
  assert.match(items[0]?.cannotUndo.join(" ") ?? "", /cannot be put back.*when it is removed, .* is deleted/);
});

test("F85: no finalizer is added to what is being deleted", async (context) => {
  const { run, writes } = await session(context, [
    apiClaim("data", { deleted: "yes", finalizers: ["x.io/y"] }),
    ...idleClaim.filter(({ kind }) => kind === "PersistentVolume"),
  ]);
  const { code, out } = await run(["fix", "pvc/data", "-n", "app", "--remedy", "add-finalizer", "--yes"]);
  assert.equal(code, 5);
  assert.match(out, /RemedyDoesNotApply/);
  assert.deepEqual(writes(), []);
});

test("a server that does not prove who it is gets nothing, unless that is accepted by name", async (context) => {
  const opened = await session(context, heldClaim, {
    cluster: { "insecure-skip-tls-verify": true, "certificate-authority-data": undefined },
  });
  const { code, err } = await opened.run(["fix", "pvc/data", "-n", "app", "--yes"]);
  assert.equal(code, 5);
  assert.match(err, /InsecureTLS/);
  assert.deepEqual(opened.writes(), []);
  const env = { NODE_TLS_REJECT_UNAUTHORIZED: "0" };
  const refused = await (await session(context, heldClaim)).run(["fix", "pvc/data", "-n", "app", "--yes"], {
    env,
  });
  assert.equal(refused.code, 5);
  assert.match(refused.err, /NODE_TLS_REJECT_UNAUTHORIZED/);
});
