import { defineRemedy, kubectl } from "../define/index.ts";
import { nameOf, say } from "../kubernetes/index.ts";

/** More kinds than this are left to the condition. */
const mostKinds = 5;

export const listContent = defineRemedy({
  name: "list-content",
  summary: "List what is left in a namespace, of kinds that pvguard does not read",
  on: ["v1/namespaces"],
  make(on, { kinds }: { readonly kinds: string }) {
    const named = (kinds ?? "").split(",").filter((kind) => kind !== "");
    if (named.length === 0) return undefined;
    return {
      title: say`Look at what is left in ${nameOf(on)}`,
      spares: "the data",
      because: say`The finalizers of each object name the controller that must remove them.`,
      commands: named
        .slice(0, mostKinds)
        .map((kind) => kubectl`get ${kind} -n ${on.name} -o custom-columns=${columns}`),
      steps: [
        say`Check that the controller of each finalizer runs, and read its log. If its product was uninstalled, install it again, or read its documentation before you remove the finalizer.`,
      ],
    };
  },
});

const columns = "NAME:.metadata.name,DELETED:.metadata.deletionTimestamp,FINALIZERS:.metadata.finalizers";
