import type { Wire, Wires } from "../../test/support/protobuf/encode.ts";

export function group(number: number, fields: Wires): Wire {
  return { reads: "message", number, fields };
}

export function groups(number: number, fields: Wires): Wire {
  return { reads: "messages", number, fields };
}

export function intOrString(number: number): Wire {
  return { reads: "intOrString", number };
}

export function inside(message: number, wire: Wire): Wire {
  return { ...wire, within: message };
}

/** The fields of both tables; a message that both have has the fields of both. */
export function joined(some: Wires, more: Wires): Wires {
  const all: { [name: string]: Wire } = { ...some };
  for (const [name, wire] of Object.entries(more)) all[name] = joinedWire(some[name], wire);
  return all;
}

function joinedWire(known: Wire | undefined, wire: Wire): Wire {
  if (known === undefined || !("fields" in known) || !("fields" in wire)) return wire;
  return { ...known, fields: joined(known.fields as Wires, wire.fields as Wires) } as Wire;
}
