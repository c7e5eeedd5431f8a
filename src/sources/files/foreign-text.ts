import { type Phrase, words } from "../../model/index.ts";
import { type Place, refuse } from "./input-error.ts";

interface ForeignText {
  readonly looksLike: RegExp;
  readonly hint: Phrase;
}

const useOutput = "use `kubectl get … -o yaml` or `-o json`";

/** What people pass to a command that reads manifests, and that is none. All patterns look at the first lines only. */
const foreignTexts: readonly ForeignText[] = [
  {
    looksLike: /^(?:NAME|NAMESPACE|LAST SEEN) {2,}[A-Z]/,
    hint: words(`this is a table that kubectl prints for people: ${useOutput}`),
  },
  {
    looksLike: /^Name: {2,}\S.{0,300}\n(?:Namespace|Labels|Annotations|StorageClass|Roles|Priority): /,
    hint: words(`this is the output of kubectl describe: ${useOutput}`),
  },
  {
    looksLike: /^(?:error: |Error from server|Unable to connect to the server|The connection to the server )/,
    hint: words("this is an error message from kubectl, not its output"),
  },
  {
    looksLike: /^No resources found/,
    hint: words("this is kubectl's message that it found no resources, not its output"),
  },
  { looksLike: /^\s{0,20}<(?:!doctype|html)/i, hint: words("this is an HTML page, not YAML or JSON") },
];

export function refuseForeignText(text: string, place: Place): void {
  const start = text.slice(0, 1000);
  const foreign = foreignTexts.find(({ looksLike }) => looksLike.test(start));
  if (foreign !== undefined) throw refuse(place, foreign.hint);
}
