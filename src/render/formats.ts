import type { Report } from "../report/index.ts";
import type { Renderer } from "./renderer.ts";

/** Every format of a report, by its name for `-o`; the one that is asked for is loaded. `text` is the one without `-o`. */
export const reportFormats: ReadonlyMap<string, () => Promise<Renderer>> = new Map([
  ["text", async () => (await import("./card/report.ts")).text],
  ["wide", async () => (await import("./terminal/report.ts")).wide],
  ["brief", async () => (await import("./card/report.ts")).brief],
  ["json", async () => (await documents())[0]],
  ["yaml", async () => (await documents())[1]],
  ["name", names],
  ["mermaid", async () => (await import("./mermaid.ts")).mermaid],
  ["dot", async () => (await import("./dot.ts")).dot],
  ["html", async () => (await import("./html/report.ts")).reportHtml],
]);

async function documents() {
  const { documentFormats } = await import("./machine.ts");
  const { reportView } = await import("./views/report.ts");
  return documentFormats<Report>(reportView, "for programs, by the published schema");
}

async function names(): Promise<Renderer> {
  const { nameFormat } = await import("./machine.ts");
  return nameFormat("the objects alone, one a line", ({ diagnoses }) =>
    diagnoses.map(({ object }) => object),
  );
}
