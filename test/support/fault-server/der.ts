/** Distinguished Encoding Rules (X.690), as far as certificates need them. */

export type Der = Buffer;

export function value(tag: number, ...contents: readonly Uint8Array[]): Der {
  const content = Buffer.concat(contents);
  return Buffer.concat([Buffer.from([tag]), lengthOf(content.length), content]);
}

function lengthOf(length: number): Buffer {
  if (length < 0x80) return Buffer.from([length]);
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

export const sequence = (...items: readonly Der[]) => value(0x30, ...items);
export const set = (...items: readonly Der[]) => value(0x31, ...items);
export const utf8 = (text: string) => value(0x0c, Buffer.from(text, "utf8"));
export const octets = (content: Der) => value(0x04, content);
export const bits = (content: Uint8Array) => value(0x03, Buffer.from([0]), content);
export const yes = value(0x01, Buffer.from([0xff]));

export function integer(content: Uint8Array): Der {
  const first = content[0] ?? 0;
  return value(0x02, first >= 0x80 ? Buffer.from([0]) : Buffer.alloc(0), content);
}

export function oid(dotted: string): Der {
  const [first = 0, second = 0, ...others] = dotted.split(".").map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...others.flatMap(base128)]));
}

function base128(number: number): readonly number[] {
  const digits = [number % 128];
  for (let rest = Math.floor(number / 128); rest > 0; rest = Math.floor(rest / 128)) {
    digits.unshift((rest % 128) | 0x80);
  }
  return digits;
}

/** GeneralizedTime, which also holds years past 2049. */
export function time(at: Date): Der {
  return value(0x18, Buffer.from(at.toISOString().replace(/[-:T]|\.\d+/g, ""), "latin1"));
}

export function pem(label: string, content: Uint8Array): string {
  const lines =
    Buffer.from(content)
      .toString("base64")
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN ${label}-----\n${lines.join("\n")}\n-----END ${label}-----\n`;
}
