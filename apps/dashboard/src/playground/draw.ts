import { LAYER_COLOURS, type Box, type Layer, type ImageResult } from './answers';

interface Mark {
  box: Box;
  label: string;
  colour: string;
}

const percent = (value: number): string => `${Math.round(value * 100)} %`;

/** The strongest emotion; the rest is in the JSON. */
export function mood(emotions: Record<string, number>): string {
  const [name, score] = Object.entries(emotions).sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return name && `probably ${name} ${percent(score)}`;
}

export function marksOf(answer: ImageResult, shown: readonly Layer[]): Mark[] {
  const of: Record<Layer, () => Mark[]> = {
    objects: () =>
      (answer.objects ?? []).map((each) => ({
        box: each.bounding_box,
        label: `${each.name} ${percent(each.confidence)}`,
        colour: LAYER_COLOURS.objects,
      })),
    faces: () =>
      (answer.faces ?? []).map((each) => ({
        box: each.bounding_box,
        label: mood(each.emotions),
        colour: LAYER_COLOURS.faces,
      })),
    text: () => (answer.text ?? []).map((each) => ({ box: each.bounding_box, label: each.text, colour: LAYER_COLOURS.text })),
  };
  return shown.flatMap((layer) => of[layer]());
}

/** Draws the image and its marks over the whole canvas; boxes are in pixels of the upright image. */
export function draw(canvas: HTMLCanvasElement, image: HTMLImageElement, marks: Mark[]): void {
  const ratio = window.devicePixelRatio || 1;
  const width = canvas.clientWidth;
  const scale = width / image.naturalWidth;
  canvas.width = Math.round(width * ratio);
  canvas.height = Math.round(image.naturalHeight * scale * ratio);
  const context = canvas.getContext('2d')!;
  context.scale(ratio, ratio);
  context.drawImage(image, 0, 0, width, image.naturalHeight * scale);
  context.font = '600 12px system-ui, sans-serif';
  context.textBaseline = 'top';
  for (const { box, label, colour } of marks) {
    const [x, y] = [box.x * scale, box.y * scale];
    context.lineWidth = 2;
    context.strokeStyle = colour;
    context.strokeRect(x, y, box.width * scale, box.height * scale);
    if (!label) continue;
    const length = context.measureText(label).width + 8;
    const left = Math.max(0, Math.min(x - 1, width - length));
    const top = Math.max(0, y - 17);
    context.fillStyle = colour;
    context.fillRect(left, top, length, 17);
    context.fillStyle = '#fff';
    context.fillText(label, left + 4, top + 2);
  }
}
