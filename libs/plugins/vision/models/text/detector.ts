import type { Image, Size, TimingRecorder } from '@percept/sdk';
import {
  type Frame,
  type LoadedModel,
  type TextDetector,
  type TextRegion,
  frameFor,
  framePixels,
  imageToTensor,
  untimed,
} from '@percept/sdk/models';
import { isCutOut, mayHaveRowsAtEdge, withBorder } from './border';
import { withCutRows } from './layout/cut-rows';
import { findTextRegions, type TextMap } from './regions';
import { cutOut, cutTiles, type InnerTile } from './tiles';

/**
 * The width of the border in pixels: one step of the network, so that the network sees the rest of the image as it does without a
 * border.
 */
const BORDER = 32;
/** The maximum enlargement of small images: more only adds pixels. */
const MAX_ENLARGED = 2;
/**
 * Pixels of the network's input. Lines lower than this run into each other, and their boxes are too rough for the reader. So the
 * image is searched again at a scale where half of the lines are at least `READABLE` tall. The print of 29 in 30 receipts is
 * taller.
 */
const SMALL = 13;
const READABLE = 22;
/** One look is not enough for an image this many times as long as wide that would be reduced to less than `SLIM.scale`. */
const SLIM = { sides: 4, scale: 0.5 };
/** A closer search takes at most this many full inputs. */
const MAX_TILES = 8;

/** @throws Error if the manifest names another decoder. */
export function openTextDetector(model: LoadedModel) {
  const { identity, manifest, session } = model;
  if (manifest.output.decoder !== 'db')
    throw new Error(`Model '${identity.name}': output.decoder is '${manifest.output.decoder}', but must be db.`);
  const runner = new MapDetector(model);
  return { runner, warm: () => runner.warm(), close: () => session.release() };
}

interface Look {
  /** The frame: height × width × 3 bytes. */
  pixels: Uint8Array;
  frame: Frame;
  image: { width: number; height: number };
  timer: TimingRecorder;
}

/** A model that maps the places of text: differentiable binarisation. */
class MapDetector implements TextDetector {
  readonly identity;

  constructor(private readonly model: LoadedModel) {
    this.identity = model.identity;
  }

  async run(image: Image, { timer = untimed }: { timer?: TimingRecorder }): Promise<TextRegion[]> {
    const { properties } = image;
    const frame = this.frame(properties);
    const scale = frame.width / properties.width;
    const isSlim = scale < SLIM.scale && sidesOf(properties) >= SLIM.sides;
    if (isSlim) return this.look(image, this.closer(properties, this.model.manifest.input.size / shorter(properties)), timer);
    const found = await this.look(image, frame, timer);
    const height = scale * median(found.map((region) => region.height));
    if (found.length === 0 || scale >= 1 || height >= SMALL) return found;
    return this.look(image, this.closer(properties, (scale * READABLE) / height), timer);
  }

  private async look(image: Image, frame: Frame, timer: TimingRecorder): Promise<TextRegion[]> {
    const { properties } = image;
    const pixels = await timer.time('decode', () => framePixels(image, frame));
    const found = isCutOut(properties) ? undefined : await this.find({ pixels, frame, image: properties, timer });
    if (found && !mayHaveRowsAtEdge(found, properties)) return found;
    const bordered = withBorder(pixels, frame, BORDER);
    if (!bordered) return found ?? this.find({ pixels, frame, image: properties, timer });
    const content = { x: BORDER, y: BORDER, width: frame.width, height: frame.height };
    const around = { width: frame.width + 2 * BORDER, height: frame.height + 2 * BORDER, content };
    return withCutRows(await this.find({ pixels: bordered, frame: around, image: properties, timer }), properties);
  }

  private async find({ pixels, frame, image, timer }: Look): Promise<TextRegion[]> {
    const map = await timer.time('inference', () => this.map(pixels, frame));
    const { content } = frame;
    const pixel = { x: image.width / content.width, y: image.height / content.height };
    const cell = { x: (pixel.x * frame.width) / map.width, y: (pixel.y * frame.height) / map.height };
    return timer.time('postprocess', async () =>
      findTextRegions(map, cell, { x: -content.x * pixel.x, y: -content.y * pixel.y }),
    );
  }

  async warm(): Promise<void> {
    const frame = this.frame({ width: 320, height: 320 });
    await this.map(new Uint8Array(frame.width * frame.height * 3), frame);
  }

  private frame(image: { width: number; height: number }): Frame {
    const { input } = this.model.manifest;
    const size = Math.min(input.size, Math.max(image.width, image.height) * MAX_ENLARGED);
    return frameFor({ ...input, size }, image);
  }

  /** The frame at this scale: never enlarged, and smaller where the search would take too long. */
  private closer(image: Size, scale: number): Frame {
    const { input } = this.model.manifest;
    const affordable = Math.sqrt((MAX_TILES * input.size ** 2) / (image.width * image.height));
    return frameFor({ ...input, size: Math.round(Math.min(1, scale, affordable) * Math.max(image.width, image.height)) }, image);
  }

  /** Joins the maps of the tiles as the tiles lie in the frame, so that a line across two tiles is one line. */
  private async map(pixels: Uint8Array, frame: Frame): Promise<TextMap> {
    const shares = cutTiles(frame, this.model.manifest.input.size + 2 * BORDER);
    if (shares.length === 1) return this.mapTile(pixels, frame);
    let whole: TextMap | undefined;
    for (const share of shares) {
      const { width, height } = share.tile;
      const content = { x: 0, y: 0, width, height };
      const part = await this.mapTile(cutOut(pixels, frame, share.tile), { width, height, content });
      const perPixel = part.width / width;
      const size = { width: frame.width * perPixel, height: frame.height * perPixel };
      whole ??= { ...size, values: new Float32Array(size.width * size.height) };
      copyShare(part, share, whole, perPixel);
    }
    return whole!;
  }

  private async mapTile(pixels: Uint8Array, frame: Frame): Promise<TextMap> {
    const { session, manifest } = this.model;
    const outputs = await session.run({ [session.inputNames[0]!]: imageToTensor(pixels, frame, manifest.input) });
    const { data, dims } = outputs[session.outputNames[0]!]!;
    return { values: data as Float32Array, width: dims[3]!, height: dims[2]! };
  }
}

/** @param perPixel cells of a map for each pixel of the frame. */
function copyShare(part: TextMap, { tile, answers }: InnerTile, whole: TextMap, perPixel: number): void {
  const [x, width] = [answers.x * perPixel, answers.width * perPixel];
  for (let row = answers.y * perPixel, end = row + answers.height * perPixel; row < end; row++) {
    const from = (row - tile.y * perPixel) * part.width + x - tile.x * perPixel;
    whole.values.set(part.values.subarray(from, from + width), row * whole.width + x);
  }
}

const shorter = ({ width, height }: Size): number => Math.min(width, height);
const sidesOf = (image: Size): number => Math.max(image.width, image.height) / shorter(image);
const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;
