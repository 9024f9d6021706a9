import type { AnsweredBox } from '../answers';
import { placeLabels } from './labels';

/** A box in pixels of the upright image, with its name. */
export interface Mark {
  box: AnsweredBox;
  label: string;
  colour: string;
  /** The name of the object, with the confidence if the answer has one. */
  name?: string;
  confidence?: number;
}

const LABEL_HEIGHT = 17;
const PADDING = 4;
const FAINT = 0.25;

interface Drawing {
  marks: readonly Mark[];
  /** The only mark that is drawn strongly. */
  pointedAt?: number;
  /** Width of the picture that the boxes refer to, in pixels. `image` may be a smaller copy. */
  pixels: number;
}

/** Draws the image and its marks over the whole canvas. */
export function draw(canvas: HTMLCanvasElement, image: HTMLImageElement, { marks, pointedAt, pixels }: Drawing): void {
  const ratio = window.devicePixelRatio || 1;
  // A canvas outside the page is drawn in the image's own size.
  const width = canvas.clientWidth || image.naturalWidth / ratio;
  const scale = width / pixels;
  const height = image.naturalHeight * (width / image.naturalWidth);
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(height * ratio);
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  context.drawImage(image, 0, 0, width, height);
  context.font = '600 12px system-ui, sans-serif';
  context.textBaseline = 'top';
  const { scaled, places } = layoutOf(marks, context, { width, height, scale });
  for (const [index, { box, label, colour }] of scaled.entries()) {
    const place = places[index];
    context.globalAlpha = pointedAt === undefined || pointedAt === index ? 1 : FAINT;
    context.lineWidth = pointedAt === index ? 4 : 2;
    context.strokeStyle = colour;
    context.strokeRect(box.x, box.y, box.width, box.height);
    if (!place) continue;
    context.fillStyle = colour;
    context.fillRect(place.x, place.y, place.width, place.height);
    context.fillStyle = '#fff';
    context.fillText(label, place.x + PADDING, place.y + 2);
  }
}

interface Layout {
  width: number;
  scaled: (Mark & { width: number })[];
  places: ReturnType<typeof placeLabels>;
}

/** Positions of the drawn labels. They stay when the user points at another mark, although all marks are drawn again. */
const layouts = new WeakMap<readonly Mark[], Layout>();

function layoutOf(
  marks: readonly Mark[],
  context: CanvasRenderingContext2D,
  { width, height, scale }: { width: number; height: number; scale: number },
): Layout {
  const known = layouts.get(marks);
  if (known?.width === width) return known;
  const scaled = marks.map(({ box, label, colour }) => ({
    ...{ label, colour, width: label ? context.measureText(label).width + PADDING * 2 : 0 },
    box: { x: box.x * scale, y: box.y * scale, width: box.width * scale, height: box.height * scale },
  }));
  const layout = { width, scaled, places: placeLabels(scaled, { width, height }, LABEL_HEIGHT) };
  layouts.set(marks, layout);
  return layout;
}

/** The index of the smallest box at a point, in pixels of the upright image. */
export function markAt(marks: readonly Mark[], x: number, y: number): number | undefined {
  const hit = [...marks.keys()].filter((index) => {
    const { box } = marks[index]!;
    return x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;
  });
  const area = (index: number): number => marks[index]!.box.width * marks[index]!.box.height;
  return hit.sort((a, b) => area(a) - area(b))[0];
}
