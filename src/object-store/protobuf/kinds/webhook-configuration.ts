import type { mutatingWebhookConfigurations, validatingWebhookConfigurations } from "../../../model/index.ts";
import { type FieldsFor, message, messages, text, texts, within } from "../field.ts";

/**
 * kubernetes/api admissionregistration/v1/generated.proto ValidatingWebhookConfiguration,
 * MutatingWebhookConfiguration, RuleWithOperations (v1.36). The two kinds have the same numbers for what is read here.
 */
export const webhookConfiguration = {
  webhooks: messages(2, {
    name: text(1),
    failurePolicy: text(4),
    clientConfig: message(2, {
      url: text(3),
      service: message(1, { namespace: text(1), name: text(2) }),
    }),
    rules: messages(3, {
      apiGroups: within(2, texts(1)),
      apiVersions: within(2, texts(2)),
      operations: texts(1),
      resources: within(2, texts(3)),
    }),
  }),
} as const satisfies FieldsFor<
  (typeof validatingWebhookConfigurations)["fields"] & (typeof mutatingWebhookConfigurations)["fields"]
>;
