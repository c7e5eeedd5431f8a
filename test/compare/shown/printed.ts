import type { Rows } from "./rows.ts";

export const printed: Rows = {
  D1: [{ line: "audit -o json", says: [/^\{/, /"code": "PVG101"/], exits: 1 }],
  D2: [{ line: "audit -o yaml", says: [/^apiVersion: /, /code: PVG101/], exits: 1 }],
  D3: [
    { line: "audit -o junit", says: [/^<\?xml/, /<testsuite name="PVG101/], exits: 1 },
    { line: "audit -o html", says: [/^<!doctype html>/, /<article [^>]*>/, /<svg role="img"/], exits: 1 },
  ],
  D4: [{ line: "audit -o sarif", says: [/"version": "2\.1\.0"/], exits: 1 }],
  D5: [{ line: "audit -o prometheus", says: [/^# TYPE pvguard_findings gauge$/m], exits: 1 }],
  D6: [
    { line: "audit --fail-on warning --rules PVG107 --by rule", says: [/PVG107/], exits: 1 },
    { line: "audit --fail-on warning --rules PVG301 --by rule", says: [/PVG301/], exits: 0 },
  ],
  D7: [
    {
      line: "audit --rules PVG101 --by rule",
      in: "t27-pods-forbidden",
      says: [/Not everything was checked/],
      exits: 3,
    },
  ],
  D8: [{ line: "audit -o json", says: [/"apiVersion": "pvguard\.dev\/v1alpha1"/], exits: 1 }],
  D10: [{ line: "explain PVG101", says: [/PVG101/] }],
  D11: [{ line: "explain PVG101", says: [/A claim stays Terminating/] }],
};
