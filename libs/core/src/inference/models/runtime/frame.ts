import type { InputSection } from '../manifest';

/** The model's input in pixels, and the rectangle that the image covers on it. A cropped image covers more than the input. */
export interface Frame {
  width: number;
  height: number;
  content: { x: number; y: number; width: number; height: number };
}

interface Size {
  width: number;
  height: number;
}

/** A cropped image may be at most this many times as wide or high as the frame; a longer one is squeezed. */
const MAX_OVERHANG = 8;

type FrameRules = Pick<InputSection, 'size' | 'resize'> &
  Partial<Pick<InputSection, 'height' | 'multiple' | 'crop' | 'longest' | 'short_side' | 'cut'>>;

/** The input that an image of this size gets. */
export function frameFor(input: FrameRules, image: Size): Frame {
  const { size, multiple = 32 } = input;
  if (input.resize === 'rect') {
    const scale = size / Math.max(image.width, image.height);
    const round = (side: number) => Math.max(multiple, Math.round((side * scale) / multiple) * multiple);
    return filled(round(image.width), round(image.height));
  }
  if (input.resize === 'shortest') return shortest(size, image, input.longest);
  const frame = { width: size, height: input.height ?? size };
  if (input.resize === 'centre') return centre(frame, image, { side: input.short_side ?? size, cut: input.cut });
  if (input.resize === 'stretch' && input.short_side !== undefined)
    return middle(frame, { width: input.short_side, height: input.short_side });
  if (input.resize === 'stretch' || input.resize === 'upright') return filled(frame.width, frame.height);
  const [across, down] = [frame.width / image.width, frame.height / image.height];
  const scale = input.resize === 'crop' ? Math.max(across, down) / (input.crop ?? 1) : Math.min(across, down);
  // Without this limit, an image that is one long line would be scaled to gigabytes, and most of them cropped away.
  const fit = (side: number, most: number) => Math.max(1, Math.min(Math.round(side * scale), most * MAX_OVERHANG));
  const [width, height] = [fit(image.width, frame.width), fit(image.height, frame.height)];
  const content = { x: Math.floor((frame.width - width) / 2), y: Math.floor((frame.height - height) / 2), width, height };
  return { ...frame, content };
}

/** Follows the Hub's processors for `shortest_edge` and `longest_edge`: rounds down, but a limited short side to the nearest. */
function shortest(size: number, image: Size, longest: number = size * MAX_OVERHANG): Frame {
  const [short, long] = [Math.min(image.width, image.height), Math.max(image.width, image.height)];
  const limited = (long / short) * size > longest ? (longest * short) / long : size;
  const small = Math.max(1, limited === size ? size : roundHalfToEven(limited));
  const large = Math.max(1, Math.min(longest, Math.trunc((limited * long) / short)));
  return image.width < image.height ? filled(small, large) : filled(large, small);
}

/** Scales the short side to `side` and takes the middle. */
function centre(frame: Size, image: Size, { side, cut }: { side: number; cut?: InputSection['cut'] }): Frame {
  const short = Math.min(image.width, image.height);
  const scaled = (length: number) => Math.min(Math.trunc((side * length) / short), side * MAX_OVERHANG);
  return middle(frame, { width: scaled(image.width), height: scaled(image.height) }, cut);
}

/** The middle of an image after it is scaled to a size. */
function middle(frame: Size, { width, height }: Size, cut: InputSection['cut'] = 'down'): Frame {
  const round = cut === 'even' ? roundHalfToEven : Math.floor;
  const before = (own: number, all: number) => 0 - round((all - own) / 2);
  return { ...frame, content: { x: before(frame.width, width), y: before(frame.height, height), width, height } };
}

function roundHalfToEven(value: number): number {
  const floor = Math.floor(value);
  if (value - floor !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}

function filled(width: number, height: number): Frame {
  return { width, height, content: { x: 0, y: 0, width, height } };
}
