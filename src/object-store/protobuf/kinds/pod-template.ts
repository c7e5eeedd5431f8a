import { message, messages, text, within } from "../field.ts";

/** kubernetes/api core/v1/generated.proto PodTemplateSpec, PodSpec, Volume (v1.36). */
export function podTemplate(number: number) {
  return message(number, {
    spec: message(2, {
      volumes: messages(1, {
        name: text(1),
        persistentVolumeClaim: within(2, message(10, { claimName: text(1) })),
      }),
    }),
  });
}
