/** What of WebAssembly is used here; the types of Node.js leave it out. */
declare namespace WebAssembly {
  class Module {
    constructor(bytes: Uint8Array);
  }
  class Instance {
    constructor(module: Module, imports: { readonly [module: string]: ModuleImports });
    readonly exports: unknown;
  }
  interface ModuleImports {
    readonly [name: string]: (...given: number[]) => number | undefined;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
  }
}
