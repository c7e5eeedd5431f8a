import assert from "node:assert/strict";
import { existsSync, mkdirSync } from "node:fs";
import type { TestContext } from "node:test";
import { testApi } from "../support/e2e.ts";
import { eventually } from "../support/eventually.ts";
import { newNode } from "../support/node.ts";
import { answer } from "../why/support/answers.ts";
import type { Ended, Program } from "../why/support/program.ts";
import { newWorld, World } from "../why/support/world.ts";

/** What is looked at of a diagnosis. */
export interface Told {
  readonly category: string;
  readonly reason: string;
  readonly fate: string | undefined;
  readonly steps: readonly string[];
  /** All of it as `-o wide` prints it, in one line. */
  readonly text: string;
}

interface Diagnosed {
  readonly verdict: { readonly category: string; readonly reason: string };
  readonly fate?: { readonly data: string };
  readonly remedies: readonly { readonly title: string }[];
  readonly avoid: readonly { readonly step: string }[];
}

/** One story: a namespace, a node whose kubelet the test plays, the real controllers, and pvguard to be asked. */
export class Ground extends World {
  readonly program: Program;

  constructor(context: TestContext, world: World, program: Program) {
    super(context, world.api, world.namespace, world.node);
    this.program = program;
  }

  run(command: string, ...args: readonly string[]): Promise<Ended> {
    return this.program.throughKubectl(undefined, command, ...args, "-n", this.namespace);
  }

  /** What `why` says. What it proposes it does not forbid, and it forbids nothing twice. */
  async why(target: string): Promise<Told> {
    const { said } = answer(await this.run("why", target, "-o", "json"));
    const [diagnosis] = said.diagnoses as unknown as readonly Diagnosed[];
    assert.ok(diagnosis !== undefined, target);
    const { verdict, fate, remedies, avoid } = diagnosis;
    const steps = remedies.map(({ title }) => title.toLowerCase());
    const forbidden = avoid.map(({ step }) => step.toLowerCase());
    assert.deepEqual(
      forbidden.filter((step, at) => steps.includes(step) || forbidden.indexOf(step) !== at),
      [],
      `${target}: what is proposed is not forbidden, and nothing is forbidden twice`,
    );
    const { stdout } = await this.run("why", target, "-o", "wide");
    const text = stdout.replaceAll(/[\s│├└─]+/g, " ");
    return { ...verdict, fate: fate?.data, steps: remedies.map(({ title }) => title), text };
  }

  /** A claim and its volume with policy Delete, whose directory the in-tree deleter really deletes. */
  async disk(claim = "data"): Promise<{ readonly volume: string; isThere(): boolean }> {
    const volume = this.name("volume");
    const path = `/tmp/pvguard-test/${volume}`;
    mkdirSync(path, { recursive: true });
    await this.bound(volume, claim, { persistentVolumeReclaimPolicy: "Delete" });
    return { volume, isThere: () => existsSync(path) };
  }

  async destroyed({ isThere }: { isThere(): boolean }, seconds = 60): Promise<void> {
    await eventually("the disk is destroyed", async () => (isThere() ? undefined : true), seconds);
  }
}

export async function newGround(context: TestContext, program: Program): Promise<Ground> {
  const api = testApi();
  return new Ground(context, await newWorld(context, api, await newNode(context, api)), program);
}
