/** A strict reader of RFC 4180: every record ended by CRLF, quotes only around whole fields. */
export function parseCsv(text: string): readonly (readonly string[])[] {
  const records: string[][] = [];
  let record: string[] = [];
  const field = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  while (field.lastIndex < text.length) {
    const start = field.lastIndex;
    const match = field.exec(text);
    if (match === null) throw new Error(`no field at ${JSON.stringify(text.slice(start, start + 60))}`);
    record.push(match[1] === undefined ? (match[2] ?? "") : match[1].replaceAll('""', '"'));
    if (match[3] === "\r\n") {
      records.push(record);
      record = [];
    }
  }
  if (record.length > 0) throw new Error("the last record is not ended");
  return records;
}
