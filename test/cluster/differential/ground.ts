/** What situations are planted into: one driver, and nodes that are shared by all of them. */
export interface Ground {
  readonly driver: string;
  readonly nodes: {
    readonly "with the driver": string;
    readonly "without the driver": string;
    readonly gone: string;
  };
}
