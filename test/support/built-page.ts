/** The style, the script and the policy of the HTML page, as the build puts them into the program. */
import { build } from "esbuild";
import { root } from "../../build/bundle.ts";
import { pageInside } from "../../build/plugins.ts";

type BuiltPage = Record<"style" | "script" | "policy", string>;

export async function builtPage(): Promise<BuiltPage> {
  const { outputFiles } = await build({
    absWorkingDir: root,
    entryPoints: ["src/render/html/page/index.ts"],
    plugins: [pageInside],
    bundle: true,
    format: "esm",
    write: false,
  });
  const code = encodeURIComponent(outputFiles[0]?.text ?? "");
  return (await import(`data:text/javascript,${code}`)) as BuiltPage;
}
