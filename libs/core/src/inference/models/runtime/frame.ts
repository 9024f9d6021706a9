import type { InputSection } from '../registry/manifest';

/** The model's input in pixels, and where the image is on it: a part of it, or (cropped) more than all of it. */
export interface Frame {
  width: number;
  height: number;
  content: { x: number; y: number; width: number; height: number };
}

interface Size {
  width: number;
  height: number;
}

/** How often a cropped image may be as wide or high as the frame; what is longer is squeezed. */
const MAX_OVERHANG = 8;

type FrameRules = Pick<InputSection, 'size' | 'resize'> & Partial<Pick<InputSection, 'height' | 'multiple' | 'crop'>>;

/** The input that an image of this size gets. */
export function frameFor(input: FrameRules, image: Size): Frame {
  const { size, multiple = 32 } = input;
  if (input.resize === 'rect') {
    const scale = size / Math.max(image.width, image.height);
    const round = (side: number) => Math.max(multiple, Math.round((side * scale) / multiple) * multiple);
    return filled(round(image.width), round(image.height));
  }
  const frame = { width: size, height: input.height ?? size };
  if (input.resize === 'stretch' || input.resize === 'upright') return filled(frame.width, frame.height);
  const [across, down] = [frame.width / image.width, frame.height / image.height];
  const scale = input.resize === 'crop' ? Math.max(across, down) / (input.crop ?? 1) : Math.min(across, down);
  // Cropped, an image that is one long line would be scaled to gigabytes, most of them thrown away.
  const fit = (side: number, most: number) => Math.max(1, Math.min(Math.round(side * scale), most * MAX_OVERHANG));
  const [width, height] = [fit(image.width, frame.width), fit(image.height, frame.height)];
  const content = { x: Math.floor((frame.width - width) / 2), y: Math.floor((frame.height - height) / 2), width, height };
  return { ...frame, content };
}

function filled(width: number, height: number): Frame {
  return { width, height, content: { x: 0, y: 0, width, height } };
}
