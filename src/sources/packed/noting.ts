import type { Form } from "./form.ts";
import type { Sink } from "./noted/index.ts";

/** The same form; of each value that it packs the sinks hear. */
export function noting(form: Form, sinks: readonly Sink[]): Form {
  if (sinks.length === 0) return form;
  return {
    pack(cursor, end, packer) {
      const { at: from } = cursor;
      if (!form.pack(cursor, end, packer)) return false;
      packer.hear(sinks, cursor.bytes, from, end);
      return true;
    },
    unpack: form.unpack,
  };
}
