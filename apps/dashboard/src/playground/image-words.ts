import { counted } from '../parts/text/counted';
import type { ImageResult } from './answers';
import { mood } from './marks';

const list = new Intl.ListFormat('en');

/** Describes an answer about an image in sentences. */
export function imageWords({ objects = [], faces = [], text = [], colors = [] }: ImageResult): string[] {
  const lines = text.map((line) => `“${line.text}”`);
  const moods = faces.map(({ emotions }) => mood(emotions)).filter(Boolean);
  return [
    objects.length > 0 ? `${counted(objects.length, 'object')}: ${named(objects)}.` : 'No objects.',
    faces.length > 0 ? `${counted(faces.length, 'face')}${moods.length > 0 ? `: ${list.format(moods)}` : ''}.` : 'No faces.',
    lines.length > 0 ? `Text: ${list.format(lines)}.` : 'No text.',
    ...(colors.length > 0 ? [`Mostly ${list.format(colors.slice(0, 2).map(({ name }) => name))}.`] : []),
  ];
}

/** Lists names as the answer has them: `boat × 2 and airplane`, not `2 boats and an airplane`. */
function named(objects: readonly { name: string }[]): string {
  const counts = new Map<string, number>();
  for (const { name } of objects) counts.set(name, (counts.get(name) ?? 0) + 1);
  return list.format([...counts].map(([name, count]) => (count > 1 ? `${name} × ${count}` : name)));
}
