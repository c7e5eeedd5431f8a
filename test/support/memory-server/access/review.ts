import type { ApiAnswer, ApiRequest } from "../http/exchange.ts";
import { objectIn, textIn } from "../objects/json.ts";
import { bodyOf } from "../write/body.ts";
import type { User } from "./users.ts";
import { may } from "./users.ts";

export const reviewPath = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";

/** Anybody who is logged in may ask what they may do. */
export function reviewAccess(request: ApiRequest, user: User): ApiAnswer {
  const review = bodyOf(request);
  const asked = objectIn(objectIn(review, "spec"), "resourceAttributes");
  const allowed = may(user, {
    verb: textIn(asked, "verb") ?? "",
    group: textIn(asked, "group") ?? "",
    resource: textIn(asked, "resource") ?? "",
    subresource: textIn(asked, "subresource"),
    namespace: textIn(asked, "namespace"),
    name: textIn(asked, "name"),
  });
  return { code: 201, body: { ...review, metadata: {}, status: { allowed } } };
}
