declare module "postject" {
  /** Puts bytes into an executable file, in ELF, Mach-O or PE. */
  export function inject(
    file: string,
    resource: string,
    bytes: Buffer,
    options: { readonly sentinelFuse: string; readonly machoSegmentName: string },
  ): Promise<void>;
}
