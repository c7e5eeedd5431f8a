import type { V1SelfSubjectAccessReview, V1SelfSubjectReview } from "@kubernetes/client-node";
import { send } from "../../connection/http/send.ts";
import type { Phrase, Resource } from "../../kubernetes/index.ts";
import { apiVersionOf, groupOf, pluralOf, pointedAt, say, textAt } from "../../kubernetes/index.ts";
import { answerOf } from "./answer.ts";
import type { Outside } from "./outside.ts";

export interface AccessQuestion {
  readonly verb: "get" | "list" | "update" | "patch" | "delete" | "create";
  readonly resource: Resource;
  readonly namespace?: string | undefined;
  readonly name?: string | undefined;
}

/** May we? A missing answer is a no. */
export async function askAccess(
  outside: Outside,
  { verb, resource, namespace, name }: AccessQuestion,
): Promise<"allowed" | { readonly denied: Phrase }> {
  const group = groupOf(apiVersionOf(resource));
  const resourceAttributes = {
    verb,
    group,
    resource: pluralOf(resource),
    ...(namespace === undefined ? {} : { namespace }),
    ...(name === undefined ? {} : { name }),
  };
  const asked = await review(outside, {
    apiVersion: "authorization.k8s.io/v1",
    kind: "SelfSubjectAccessReview",
    spec: { resourceAttributes },
  });
  if ("problem" in asked)
    return { denied: say`The server did not answer whether this is allowed: ${asked.problem}` };
  const allowed = pointedAt(asked.body, "/status/allowed");
  if (allowed.state === "found" && allowed.value === true) return "allowed";
  const why = textAt(asked.body, "/status/reason");
  const what = say`You may not ${verb} ${pluralOf(resource)}${name === undefined ? [] : say` named ${name}`}${namespace === undefined ? [] : say` in namespace ${namespace}`}.`;
  return { denied: why === undefined ? what : say`${what} ${why}` };
}

/** Whom the server takes us for; `undefined` when it does not say. */
export async function askWho(outside: Outside): Promise<string | undefined> {
  const asked = await review(outside, { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview" });
  return "problem" in asked ? undefined : textAt(asked.body, "/status/userInfo/username");
}

type Review = (V1SelfSubjectAccessReview | V1SelfSubjectReview) & {
  readonly apiVersion: string;
  readonly kind: string;
};

type Reviewed = { readonly body: unknown } | { readonly problem: Phrase };

/** A review is a question that is asked by POST. It changes nothing. */
async function review({ client, surroundings }: Outside, question: Review): Promise<Reviewed> {
  const { apiVersion, kind } = question;
  const body = new TextEncoder().encode(JSON.stringify(question));
  const sent = await send(
    client,
    {
      path: `/apis/${apiVersion}/${kind.toLowerCase()}s`,
      query: "",
      parcel: { method: "POST", contentType: "application/json", body },
    },
    surroundings.signal,
  );
  if (sent.came !== "answer") return { problem: sent.problem.phrase };
  const answer = answerOf(sent.received, client.line.limits);
  return answer.is === "yes" ? { body: answer.body } : { problem: answer.phrase };
}
