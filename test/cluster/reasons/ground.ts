import assert from "node:assert/strict";
import type { TestContext } from "node:test";
import type { Csi } from "../csi/csi.ts";
import { testApi } from "../support/e2e.ts";
import { persistentVolumeClaim } from "../support/manifests.ts";
import { newNode } from "../support/node.ts";
import { answer } from "../why/support/answers.ts";
import type { Ended, Program } from "../why/support/program.ts";
import { claims, newWorld, volumes, World } from "../why/support/world.ts";

/** One story: a namespace and a node of its own, the driver with its real sidecars, and pvguard to be asked. */
export class Ground extends World {
  readonly program: Program;
  readonly csi: Csi;

  constructor(context: TestContext, world: World, program: Program, csi: Csi) {
    super(context, world.api, world.namespace, world.node);
    this.program = program;
    this.csi = csi;
  }

  /** What `kubectl pvguard why` tells a person, without its line breaks and its drawing. */
  async told(target: string, ...flags: readonly string[]): Promise<string> {
    const said = await this.why(target, "-o", "wide", ...flags);
    assert.equal(said.stderr, "");
    assert.equal(said.code, 0, said.stdout);
    return said.stdout.replaceAll(/[\s│├└─]+/g, " ").replaceAll(/ uid \S+/g, "");
  }

  /** The object is gone, and pvguard says so in kubectl's words. */
  async toldNotFound(target: string): Promise<void> {
    const { code, stderr } = await this.why(target);
    assert.deepEqual([code, /\(NotFound\).*not found/.test(stderr)], [2, true], stderr);
  }

  /** Does what pvguard prints as one of the steps to take. */
  async do(title: RegExp, target: string): Promise<void> {
    const { said } = answer(await this.why(target, "-o", "json"));
    const step = said.diagnoses?.[0]?.remedies.find((each) => title.test(each.title));
    assert.ok(step !== undefined && step.commands.length > 0, `${title} is among the steps`);
    for (const line of step.commands) {
      const { code, stderr } = await this.program.shell(line);
      assert.equal(code, 0, `${line}: ${stderr}`);
    }
  }

  /** A claim whose volume the real external-provisioner made. The handle of the disk is the volume's name. */
  async provisioned(claim = "data", spec: object = {}): Promise<string> {
    await this.create(
      persistentVolumeClaim(this.place(claim), { storageClassName: this.csi.driver, ...spec }),
    );
    return await this.boundTo(claim);
  }

  async boundTo(claim: string): Promise<string> {
    const bound = await this.until(claims, this.place(claim), ({ status }) => status?.phase === "Bound");
    const volume = bound.spec?.volumeName ?? "";
    this.goesAtTheEnd(volumes, { name: volume });
    return volume;
  }

  hasDisk(handle: string): boolean {
    return this.csi.backend.stored("volumes").includes(handle);
  }

  private why(target: string, ...flags: readonly string[]): Promise<Ended> {
    return this.program.throughKubectl(undefined, "why", target, "-n", this.namespace, ...flags);
  }
}

export async function newGround(context: TestContext, program: Program, csi: Csi): Promise<Ground> {
  const api = testApi();
  const node = await newNode(context, api, [csi.driver]);
  return new Ground(context, await newWorld(context, api, node), program, csi);
}
