/** Who refused to delete something in a namespace, in the words of the namespace controller's condition. */
export interface RefusalText {
  /** Known by its name alone. Of a webhook, its configuration is not named. */
  readonly by: { readonly policy: string } | { readonly webhook: string };
  /** The kind of what was refused, as in `volumesnapshots.snapshot.storage.k8s.io`. A webhook's words do not say it. */
  readonly of?: string;
  readonly how: "denied" | "unreachable";
  /** Why a policy denies it. */
  readonly why?: string;
}

/**
 * As in `pods "Unknown" is forbidden: ValidatingAdmissionPolicy 'keep' with binding 'keep' denied request: never`.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/policy/validating/dispatcher.go Dispatch, 1.36.
 */
const byPolicy =
  /(?:([\w.-]+) "[^"]*" is forbidden: )?ValidatingAdmissionPolicy '([^']+)'(?: with binding '[^']*')? denied request: (.*?)(?=, [\w.-]+(?: "[^"]*")? is \w+: |$)/gs;

/**
 * As in `admission webhook "keep.example.com" denied the request: never` and `failed calling webhook "keep.example.com"`.
 * kubernetes/kubernetes staging/src/k8s.io/apiserver/pkg/admission/plugin/webhook/errors/statuserror.go ToStatusErr, and
 * .../pkg/util/webhook/error.go ErrCallingWebhook, 1.36.
 */
const byWebhook = /admission webhook "([^"]+)" denied the request|failed calling webhook "([^"]+)"/g;

/** Policies first. Empty where no policy or webhook is named, as where a permission is missing. */
export function refusalsSaid(message: string): readonly RefusalText[] {
  const policies = [...message.matchAll(byPolicy)].map(
    ([, of, policy = "", why = ""]): RefusalText => ({
      by: { policy },
      how: "denied",
      why,
      ...(of === undefined ? {} : { of }),
    }),
  );
  const webhooks = [...message.matchAll(byWebhook)].map(
    ([, denying, failing = ""]): RefusalText => ({
      by: { webhook: denying ?? failing },
      how: denying === undefined ? "unreachable" : "denied",
    }),
  );
  return [...policies, ...webhooks];
}

/**
 * Does the condition say only that objects which are read are still there, and that nothing was refused? Pods that have outlived
 * their grace period were in its last round. As in `Failed to delete all resource types, 1 remaining: unexpected items still
 * remain in namespace: shop for gvr: /v1, Resource=pods`.
 * kubernetes/kubernetes pkg/controller/namespace/deletion/namespaced_resources_deleter.go
 * deleteAllContentForGroupVersionResource, 1.36.
 */
export function saysOnlyWhatStays(message: string, isRead: (resource: string) => boolean): boolean {
  const stays = /unexpected items still remain in namespace: \S+ for gvr: ([^,]*), Resource=([\w.-]+)/g;
  const rest = message.replace(stays, (all, groupVersion: string, plural: string) =>
    isRead(`${groupVersion.replace(/^\//, "")}/${plural}`) ? "" : all,
  );
  return rest !== message && /^Failed to delete all resource types, \d+ remaining: [[\], ]*$/.test(rest);
}

/**
 * The kinds that remain in a namespace, as in `Some resources are remaining: persistentvolumeclaims. has 1 resource instances`.
 * kubernetes/kubernetes pkg/controller/namespace/deletion/status_condition_utils.go makeContentTotalCondition, 1.36.
 */
export function kindsRemaining(message: string): readonly string[] | undefined {
  const [, named] = message.split(": ");
  return named?.split(", ").map((each) => each.replace(/ has .*/, ""));
}

/**
 * The finalizers that remain in a namespace, as in `Some content in the namespace has finalizers remaining: x.example/y in 1
 * resource instances`. The same file, makeFinalizerRemainingCondition.
 */
export function finalizersRemaining(message: string): readonly string[] {
  const [, named = ""] = /finalizers remaining: (.*)$/s.exec(message) ?? [];
  return named === "" ? [] : named.split(", ").map((each) => each.replace(/ in \d+ resource instances$/, ""));
}
