import type { Renderer } from "./renderer.ts";

/** Every format of a report, by its name for `-o`; the one that is asked for is loaded. `text` is the one without `-o`. */
export const reportFormats: ReadonlyMap<string, () => Promise<Renderer>> = new Map([
  ["text", async () => (await import("./card/report.ts")).text],
  ["wide", async () => (await import("./terminal/report.ts")).wide],
  ["brief", async () => (await import("./report-formats.ts")).brief],
  ["json", async () => (await import("./report-formats.ts")).reportJson],
  ["yaml", async () => (await import("./report-formats.ts")).reportYaml],
  ["name", async () => (await import("./report-formats.ts")).reportNames],
]);
