import type { Program, ProgramSpec } from "../processes/program.ts";
import { startProgram } from "../processes/program.ts";

/** The programs of one cluster. What was started last is stopped first. */
export class Running {
  readonly #logs: string;
  readonly #programs = new Map<
    string,
    { readonly spec: ProgramSpec; readonly program: Program | undefined }
  >();

  constructor(logs: string) {
    this.#logs = logs;
  }

  async start(spec: ProgramSpec): Promise<void> {
    this.#programs.set(spec.name, { spec, program: await startProgram(spec, this.#logs) });
  }

  /** Kills a program; `restart` brings it back. */
  async stop(name: string): Promise<void> {
    const { spec, program } = this.#named(name);
    await program?.stop();
    this.#programs.set(name, { spec, program: undefined });
  }

  async restart(name: string): Promise<void> {
    await this.stop(name);
    await this.start(this.#named(name).spec);
  }

  async stopAll(): Promise<void> {
    for (const name of [...this.#programs.keys()].reverse()) await this.stop(name);
  }

  #named(name: string): { readonly spec: ProgramSpec; readonly program: Program | undefined } {
    const found = this.#programs.get(name);
    if (found === undefined) throw new Error(`this cluster runs no ${name}`);
    return found;
  }
}
