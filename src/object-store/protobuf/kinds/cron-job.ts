import type { cronJobs } from "../../../model/index.ts";
import { type FieldsFor, flag, message, text, time } from "../field.ts";
import { podTemplate } from "./pod-template.ts";

/** kubernetes/api batch/v1/generated.proto CronJob, JobTemplateSpec (v1.36). */
export const cronJob = {
  spec: message(2, {
    schedule: text(1),
    suspend: flag(4),
    jobTemplate: message(5, { spec: message(2, { template: podTemplate(6) }) }),
  }),
  status: message(3, { lastScheduleTime: time(4) }),
} as const satisfies FieldsFor<(typeof cronJobs)["fields"]>;
