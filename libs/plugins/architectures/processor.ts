import type { FoundPort, ModelDraft, ModelFacts } from '@percept/sdk/models';

type Input = NonNullable<ModelDraft['input']>;
type Page = Readonly<Record<string, unknown>>;

/** The filters by Pillow's numbers, which preprocessor_config.json uses. */
const FILTERS = ['nearest', 'lanczos', 'bilinear', 'bicubic', 'box', 'hamming'] as const;
/** An image processor's default values. */
const IMAGENET = { mean: [0.485, 0.456, 0.406], std: [0.229, 0.224, 0.225] };
/** The side for a network of any size if nothing else is given. */
const USUAL_SIDE = 224;

/** The input that takes an image: it has four dimensions, one of which has three channels. */
export function imagePort({ inputs }: ModelFacts): FoundPort | undefined {
  return inputs.find(({ shape }) => shape.length === 4 && (isChannels(shape[1]) || shape[3] === 3));
}

const isChannels = (side: number | undefined): boolean => side === 3 || side === -1;

/**
 * How an image becomes the network's input, according to the Hub's preprocessor_config.json.
 * @throws Error that names what is not supported here.
 */
export function inputFrom(facts: ModelFacts, page: Page, arithmetic: Input['arithmetic'] = 'torch'): Input {
  const port = imagePort(facts)!;
  if (port.type !== 'float32' && port.type !== 'uint8')
    throw new Error(`Its input ${port.name} takes ${port.type}: export it with float32.`);
  if (page['rescale_offset'] === true)
    throw new Error('Its processor moves the pixels (rescale_offset), which is not done here.');
  const isLast = port.shape[3] === 3 && port.shape[1] !== 3;
  const [height, width] = isLast ? [port.shape[1]!, port.shape[2]!] : [port.shape[2]!, port.shape[3]!];
  const layout = isLast ? 'NHWC' : 'NCHW';
  const sizing = port.type === 'uint8' ? {} : pixelScale(page);
  return { ...sizeFrom(page, { width, height }), arithmetic, layout, type: port.type, ...sizing };
}

/** (pixel × factor − mean) ÷ std, in pixel values. */
function pixelScale(page: Page): Pick<Input, 'mean' | 'std'> {
  const factor = page['do_rescale'] === false ? 1 : (numberIn(page, 'rescale_factor') ?? 1 / 255);
  if (page['do_normalize'] === false) return { mean: [0], std: [Number((1 / factor).toPrecision(9))] };
  const { mean, std } = {
    mean: numbersIn(page, 'image_mean') ?? IMAGENET.mean,
    std: numbersIn(page, 'image_std') ?? IMAGENET.std,
  };
  // 0.406 × 255 must give exactly 103.53.
  const inPixels = (each: number) => Number((each / factor).toPrecision(9));
  return { mean: mean.map(inPixels), std: std.map(inPixels) };
}

interface Sides {
  width: number;
  height: number;
}

/** @param fixed sides of the network; negative where it takes any. */
function sizeFrom(page: Page, fixed: Sides): Input {
  const resample = FILTERS[numberIn(page, 'resample') ?? 2] ?? 'bilinear';
  const { exact, shortest, longest, crop } = sizesIn(page);
  const fits = (side: number, own: number) => own < 0 || own === side;
  const sides = exact && fits(exact.width, fixed.width) && fits(exact.height, fixed.height) ? exact : undefined;
  if (sides) return { ...squareOr(sides), resize: 'stretch', resample };
  if (crop && shortest !== undefined && fits(crop.width, fixed.width) && fits(crop.height, fixed.height))
    return { ...squareOr(crop), resize: 'centre', short_side: shortest, resample };
  if (crop && exact?.width === exact?.height && exact && crop.width === crop.height && fits(crop.width, fixed.width))
    return { size: crop.width, resize: 'stretch', short_side: exact.width, resample };
  if (shortest !== undefined && fixed.width < 0) return { size: shortest, resize: 'shortest', longest, resample };
  const own = fixed.width > 0 && fixed.height > 0 ? fixed : (exact ?? { width: USUAL_SIDE, height: USUAL_SIDE });
  return { ...squareOr(own), resize: 'stretch', resample };
}

const squareOr = ({ width, height }: Sides): Pick<Input, 'size' | 'height'> =>
  width === height ? { size: width } : { size: width, height };

function sizesIn(page: Page): { exact?: Sides; shortest?: number; longest?: number; crop?: Sides } {
  const size = page['do_resize'] === false ? {} : (page['size'] ?? {});
  const cropped = page['do_center_crop'] === true ? sidesIn(page['crop_size'] ?? size) : undefined;
  if (typeof size === 'number') return cropped ? { shortest: size, crop: cropped } : { exact: { width: size, height: size } };
  const shortest = numberIn(size as Page, 'shortest_edge');
  const longest = numberIn(size as Page, 'longest_edge') ?? numberIn(page, 'max_size');
  const part = numberIn(page, 'crop_pct');
  if (shortest !== undefined && part !== undefined) return partOf(shortest, part);
  return { exact: shortest === undefined ? sidesIn(size) : undefined, shortest, longest, crop: cropped };
}

/** ConvNeXt crops the image for a small input; for a large one it uses the whole image. */
function partOf(shortest: number, part: number) {
  const sides = { width: shortest, height: shortest };
  return shortest < 384 ? { shortest: Math.trunc(shortest / part), crop: sides } : { exact: sides };
}

function sidesIn(size: unknown): Sides | undefined {
  if (typeof size === 'number') return { width: size, height: size };
  const [width, height] = [numberIn(size as Page, 'width'), numberIn(size as Page, 'height')];
  const short = numberIn(size as Page, 'shortest_edge');
  if (width !== undefined && height !== undefined) return { width, height };
  return short === undefined ? undefined : { width: short, height: short };
}

function numberIn(page: Page, field: string): number | undefined {
  const value = page[field];
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

function numbersIn(page: Page, field: string): number[] | undefined {
  const value = page[field];
  return Array.isArray(value) && value.every((each) => typeof each === 'number') ? value : undefined;
}

/** @throws Error unless there are as many labels as classes. */
export function checkLabels({ labels }: ModelFacts, classes: number): void {
  if (labels.length === 0)
    throw new Error(
      `It has no labels${classes > 0 ? ` for its ${classes} classes` : ''}: use --labels FILE, a file with one label per line.`,
    );
  if (classes > 0 && labels.length !== classes)
    throw new Error(`It has ${classes} classes, but ${labels.length} labels: give a label for each class with --labels.`);
}
