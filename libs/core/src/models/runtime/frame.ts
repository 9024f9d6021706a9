import type { InputSection } from '../manifest';

/** The model's input in pixels, and the part of it that the picture fills. */
export interface Frame {
  width: number;
  height: number;
  content: { x: number; y: number; width: number; height: number };
}

interface Size {
  width: number;
  height: number;
}

/** The input that a picture of this size gets. */
export function frameFor(input: Pick<InputSection, 'size' | 'resize' | 'multiple'>, picture: Size): Frame {
  const { size, multiple } = input;
  const scale = size / Math.max(picture.width, picture.height);
  if (input.resize === 'rect') {
    const round = (side: number) => Math.max(multiple, Math.round((side * scale) / multiple) * multiple);
    return filled(round(picture.width), round(picture.height));
  }
  if (input.resize === 'stretch') return filled(size, size);
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const content = { x: Math.floor((size - width) / 2), y: Math.floor((size - height) / 2), width, height };
  return { width: size, height: size, content };
}

function filled(width: number, height: number): Frame {
  return { width, height, content: { x: 0, y: 0, width, height } };
}
