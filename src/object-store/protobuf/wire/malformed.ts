/** Bytes that are not the protobuf that they should be. The same can then be asked for in JSON. */
export class Malformed extends Error {
  readonly at: number;

  constructor(problem: string, at: number) {
    super(`${problem} at byte ${at}`);
    this.at = at;
  }
}
