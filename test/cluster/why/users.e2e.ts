/** Who may read what, and what they are told instead. */
import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import { after, before, test } from "node:test";
import { hasUser, newName, testApi } from "../support/e2e.ts";
import { newNode } from "../support/node.ts";
import { teamNamespace } from "../users/users.ts";
import { detaching } from "./scenarios/volumes.ts";
import { answer, reasonOf, sameAnswers, why } from "./support/answers.ts";
import type { Program } from "./support/program.ts";
import { buildProgram } from "./support/program.ts";
import { claims, newWorld, pods, volumes, World } from "./support/world.ts";

const api = testApi();
let program: Program;
before(async () => {
  program = await buildProgram();
});
after(() => program.remove());

const isOurs = ["no-pods", "no-attachments", "namespace-only", "view-role", "nobody"].every(hasUser);
const skip = isOurs ? false : "the cluster has not these users";

/** A Terminating claim that a running pod uses, in a namespace of its own or in the one that is given. */
async function claimInUse(
  context: TestContext,
  namespace?: string,
): Promise<{ readonly world: World; readonly target: readonly string[]; readonly pod: string }> {
  const node = await newNode(context, api);
  const world =
    namespace === undefined ? await newWorld(context, api, node) : new World(context, api, namespace, node);
  const [claim, pod] = [newName("data"), newName("web")];
  await world.bound(world.name("volume"), claim);
  await world.pod(pod, claim);
  await world.podPhase(pod, "Running");
  await world.delete(claims, claim);
  return { world, target: [`pvc/${claim}`, "-n", world.namespace], pod };
}

test("without pods nobody can say what holds a claim", { skip }, async (context) => {
  const { target } = await claimInUse(context);
  const { why: answered, blockers } = await sameAnswers(program, "no-pods", target, { flags: [], code: 3 });
  assert.deepEqual([answered.code, blockers.code], [3, 3]);
  const [diagnosis] = answered.said.diagnoses ?? [];
  assert.deepEqual(diagnosis?.verdict.category, "unknown");
  assert.deepEqual(diagnosis?.remedies, []);
  assert.ok(
    answered.said.unread?.some(({ resource, reason }) => `${resource} ${reason}` === "v1/pods Forbidden"),
  );

  const told = await program.throughKubectl("no-pods", "why", ...target, "-o", "wide");
  assert.equal(told.code, 3);
  assert.match(told.stdout, /cannot\s+list\s+resource\s+(?:> )?\\"pods\\"/);
  assert.match(told.stdout, /\{apiGroups: \[""\], resources: \["pods"\], verbs: \["get", "list"\]\}/);
  assert.doesNotMatch(told.stdout, /kubectl delete/);
});

test("with a namespace only, the holder is known and the fate of the data is not", {
  skip,
}, async (context) => {
  const { target, pod } = await claimInUse(context, teamNamespace);
  const snapshot = { flags: ["-n", teamNamespace], code: 3 } as const;
  const { why: answered } = await sameAnswers(program, "namespace-only", target, snapshot);
  const [diagnosis] = answered.said.diagnoses ?? [];
  assert.deepEqual(
    [answered.code, diagnosis?.verdict.reason, diagnosis?.fate?.data],
    [3, "PodUsesClaim", "unknown"],
  );
  const listed = await program.throughKubectl("namespace-only", "blockers", ...target, "-o", "name");
  assert.deepEqual([listed.code, listed.stdout], [0, `pod/${pod}\n`]);
});

test("without attachments nobody can say whether a volume is still attached", { skip }, async (context) => {
  const world = await newWorld(context, api, await newNode(context, api));
  const { volume } = await detaching(world);
  await world.delete(claims, "data");
  await world.until(volumes, { name: volume }, ({ status }) => status?.phase === "Released");
  await world.delete(volumes, volume);
  const asked = await why(program, "no-attachments", `pv/${volume}`);
  assert.deepEqual([asked.code, reasonOf(asked)], [3, "CouldNotRead"]);
  const unread = asked.said.unread?.map(({ resource, reason }) => `${resource} ${reason}`);
  assert.ok(unread?.includes("storage.k8s.io/v1/volumeattachments Forbidden"), unread?.join());
  const commands = asked.said.diagnoses?.flatMap(({ remedies }) => remedies.flatMap((each) => each.commands));
  assert.doesNotMatch(commands?.join("\n") ?? "", /replace|delete/);
  const told = await program.throughKubectl("no-attachments", "why", `pv/${volume}`, "-o", "wide");
  assert.match(told.stdout, /volumeattachments: Forbidden,\s+you\s+are\s+not\s+allowed\s+to\s+read\s+this/);
  assert.match(told.stdout, /resources: \["volumeattachments"\], verbs: \["get", "list"\]/);
});

test("with the role view, the holder is known and the volume is not", { skip }, async (context) => {
  const { target, world, pod } = await claimInUse(context);
  const snapshot = { flags: ["-n", world.namespace], code: 3 } as const;
  const { why: answered } = await sameAnswers(program, "view-role", target, snapshot);
  const [diagnosis] = answered.said.diagnoses ?? [];
  assert.deepEqual(
    [answered.code, diagnosis?.verdict.reason, diagnosis?.fate?.data],
    [3, "PodUsesClaim", "unknown"],
  );
  const told = await program.throughKubectl("view-role", "why", ...target, "-o", "wide");
  assert.match(told.stdout, new RegExp(`pod/${pod}`));
  assert.match(told.stdout, /cannot get resource \\"persistentvolumes\\"|persistentvolumes.*forbidden/i);
});

test("impersonation asks as somebody else", { skip }, async (context) => {
  const { target } = await claimInUse(context);
  const asAdmin = await why(program, "admin", ...target);
  assert.deepEqual([asAdmin.code, reasonOf(asAdmin)], [0, "PodUsesClaim"]);
  const asOther = await why(program, "admin", ...target, "--as=no-pods");
  assert.deepEqual([asOther.code, reasonOf(asOther)], [3, "CouldNotRead"]);
  const byGroup = await why(program, "admin", ...target, "--as=anybody", "--as-group=system:masters");
  assert.deepEqual([byGroup.code, reasonOf(byGroup)], [0, "PodUsesClaim"]);
});

test("who may read nothing is refused in the server's words, as by kubectl", { skip }, async (context) => {
  const { target } = await claimInUse(context);
  const asked = await program.throughKubectl("nobody", "why", ...target);
  const got = await program.kubectl("nobody", "get", ...target);
  assert.deepEqual([asked.code, asked.stdout], [3, ""]);
  assert.equal(asked.stderr, got.stderr);
});

test("a wrong token ends with 4, in kubectl's words", { skip }, async () => {
  const asked = await program.throughKubectl("nobody", "why", "pvc/data", "--token=wrong");
  const got = await program.kubectl("nobody", "get", "pvc/data", "--token=wrong");
  assert.deepEqual([asked.code, asked.stdout], [4, ""]);
  assert.equal(asked.stderr, got.stderr);
});

test("nothing was written: the objects are as they were", async (context) => {
  const { world, target, pod } = await claimInUse(context);
  const versions = async () =>
    [
      await api.get(claims, world.place(String(target[0]).slice("pvc/".length))),
      await api.get(pods, world.place(pod)),
    ].map((object) => object?.metadata.resourceVersion);
  const before = await versions();
  answer(await program.alone(undefined, "why", ...target, "-o", "json"));
  answer(await program.alone(undefined, "blockers", ...target, "-o", "json"));
  await program.alone(undefined, "snapshot");
  assert.deepEqual(await versions(), before);
});
