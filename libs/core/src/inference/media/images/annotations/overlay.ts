import type { Region, Size } from '../image';
import { drawable, textPath, textSize } from './letters';

/** A found object and its place, in pixels of the upright image. */
export interface LabelledBox extends Region {
  label: string;
}

/** Colours that stand out on dark and on bright images; the letters on them are black. */
const COLOURS = ['#ff5a5f', '#2ecc71', '#4aa8ff', '#ffc400', '#c77dff', '#00d5d5', '#ff8c2b', '#b8e100'];
const MAX_LETTERS = 24;
/** Pixels of the longer side per pixel of line width. */
const SIDE_FOR_A_PIXEL = 400;

/** Draws an SVG of the given size with a frame and a label for each box. Boxes with the same name have the same colour. */
export function overlay(boxes: readonly LabelledBox[], image: Size, size: Size): string {
  const scale = size.width / image.width;
  const line = Math.max(2, Math.round(Math.max(size.width, size.height) / SIDE_FOR_A_PIXEL));
  const names = [...new Set(boxes.map(({ label }) => nameOf(label)))];
  const shapes = boxes.map((box, index) => {
    const colour = COLOURS[names.indexOf(nameOf(box.label)) % COLOURS.length]!;
    const [x, y, width, height] = [box.x, box.y, box.width, box.height].map((each) => Math.round(each * scale)) as Four;
    const frame = `<rect x="${x}" y="${y}" width="${width}" height="${height}" fill="none" stroke="${colour}" stroke-width="${line}"/>`;
    if (box.label === '') return frame;
    const text = drawable(box.label).slice(0, MAX_LETTERS);
    // A label of question marks becomes a number: nobody could tell such labels apart.
    return frame + labelAt({ x, y }, { text: /[A-Z0-9]/.test(text) ? text : `${index + 1}`, colour, dot: line, size });
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size.width}" height="${size.height}">${shapes.join('')}</svg>`;
}

type Four = [number, number, number, number];

/** Strips the percentage from a label such as `person 92%`. */
const nameOf = (label: string): string => label.replace(/ \d+%$/, '');

/** Above the corner, or lower where the image has no room above it. */
function labelAt(corner: { x: number; y: number }, label: { text: string; colour: string; dot: number; size: Size }): string {
  const { text, colour, dot, size } = label;
  const { width, height } = textSize(text, dot);
  const [wide, high] = [width + dot, height + 2 * dot];
  const x = Math.max(0, Math.min(corner.x, size.width - wide));
  const y = Math.max(0, corner.y - high);
  const path = textPath(text, { x: x + dot, y: y + dot, dot });
  return `<rect x="${x}" y="${y}" width="${wide}" height="${high}" fill="${colour}"/><path d="${path}" fill="#000"/>`;
}
