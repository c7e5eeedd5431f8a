/** The colours can be read on a dark terminal and on a light one. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { colours } from "../../src/render/line.ts";

/** The six levels of the colour cube that terminals of 256 colours share. */
const levels = [0, 95, 135, 175, 215, 255];

function rgbOf(colour: number): readonly number[] {
  const at = colour - 16;
  return [Math.floor(at / 36), Math.floor(at / 6) % 6, at % 6].map((level) => levels[level] ?? 0);
}

/** WCAG 2.1, relative luminance. */
function luminanceOf(rgb: readonly number[]): number {
  const [red = 0, green = 0, blue = 0] = rgb.map((value) => {
    const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: readonly number[], other: readonly number[]): number {
  const [darker = 0, lighter = 0] = [luminanceOf(one), luminanceOf(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

for (const [style, colour] of Object.entries(colours)) {
  test(`${style} has enough contrast on black and on white`, () => {
    for (const ground of [
      [0, 0, 0],
      [255, 255, 255],
    ])
      assert.ok(contrast(rgbOf(colour), ground) >= 3, `${contrast(rgbOf(colour), ground)} on ${ground}`);
  });
}
