import { LAYER_COLOURS, type ImageResult, type Layer } from './answers';
import type { Mark } from './picture/draw';

const percent = (value: number): string => `${Math.round(value * 100)} %`;

/** The strongest emotion. The JSON has the others. */
export function mood(emotions: Record<string, number>): string {
  const [name, score] = Object.entries(emotions).sort((a, b) => b[1] - a[1])[0] ?? ['', 0];
  return name && `${name} ${percent(score)}`;
}

export function listMarks(answer: ImageResult, shown: readonly Layer[]): Mark[] {
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
