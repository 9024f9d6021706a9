import type { Image } from '../../../media/images';
import type { LoadedModel } from '../../runtime';
import { imageToTensor } from '../../runtime';
import { untimed } from '../../runtime';
import type {
  ModelIdentity,
  ModelSource,
  TimingRecorder,
  TextLineCrop,
  TextDetector,
  TextLine,
  TextOrientation,
  TextReader,
  TextRegion,
} from '../../runtime';
import { confidenceOf } from './confidence';
import { readSteps, type ReadLine } from './ctc';
import { inReadingOrder } from './layout/reading-order';
import { joinParts, type PositionedText } from './layout/joining';
import { withoutLoneShapes } from './layout/lone-boxes';
import { withLoneLetters } from './layout/lone-letters';
import { isSurelyHan } from './letters/han';
import { withMarksOfWords } from './letters/common-words';
import { withoutDigitsInWords } from './letters/look-alikes';
import { hasMarks } from './letters/marks';
import { withoutMisreadWords } from './letters/misread-words';
import { inOneLanguage } from './letters/one-language';
import { halfTurn, runSideways, uprightDigit } from './rectangle';
import { strokesOf } from './strokes';
import { toTextLine } from './text-line';
import { aroundLine, cropTextLine, upended, type Pixels } from './text-line-crop';
import { hasUnread } from './unread';
import { placeWords } from './word-places';
import { textOf, wordsOf } from './words';

/** Below this, a line may have been read on its head. */
const DOUBTFUL = 0.8;
/** Below this, a line is read again on a strip as tall as the line that was found, and half a row at the edge of the image is left out. */
const UNSURE = 0.85;
/**
 * From this confidence on, a digit is read that stands upright. On thirty receipts digits have 0.95 and more there, and what is
 * taken for a digit, such as colons, 0.78 at most. Letters are read better as the model learned them, turned.
 */
const SURE_DIGIT = 0.9;
const WORD = /[\p{L}\p{N}]/u;
/** Letters and digits that are one stroke. */
const STROKE = /^[lI1i|]$/;
/** Lines are read at the model's height; the image is decoded at most this much finer. */
const FINER = 1.5;

/** Finds lines with the default `text-detection` model and reads them. @throws Error if the manifest names another decoder. */
export async function openTextReader(model: LoadedModel, others: ModelSource) {
  const { identity, manifest, session, characters } = model;
  if (manifest.output.decoder !== 'ctc' || !characters)
    throw new Error(`Model '${identity.name}' must have 'output.decoder: ctc' and an alphabet.`);
  const runner = new LineReader(
    { ...model, characters },
    await others.get('text-detection'),
    await others.get('text-orientation'),
    others,
  );
  return { runner, warm: () => runner.warm(), close: () => session.release() };
}

/** What was read in one place. */
interface Reading {
  line: ReadLine;
  confidence: number;
  /** As it was found: from its beginning on. */
  region: TextRegion;
  /** Pixels from one end of the strip to the other: the middle of the line is the middle of the strip. */
  length: number;
  /** Whether it has letters that plain English has not. */
  isMarked: boolean;
  /** Whether strokes were read as nothing. */
  unread: boolean;
}

const surer = (first: Reading, second: Reading): Reading => (second.confidence > first.confidence ? second : first);

type Used = (model: ModelIdentity) => void;

class LineReader implements TextReader {
  readonly identity;
  readonly uses;
  readonly characters: readonly string[];

  constructor(
    private readonly model: LoadedModel & { characters: readonly string[] },
    private readonly detector: TextDetector,
    private readonly orientation: TextOrientation,
    private readonly others: ModelSource,
  ) {
    this.identity = model.identity;
    this.characters = model.characters;
    this.uses = [detector.identity, orientation.identity];
  }

  async run(image: Image, options: { minConfidence?: number; timer?: TimingRecorder; used?: Used }): Promise<TextLine[]> {
    const { minConfidence = 0, timer = untimed, used } = options;
    const regions = withLoneLetters(await this.detector.run(image, { timer }));
    if (regions.length === 0) return [];
    const pixels = await timer.time('decode', () => this.decode(image, regions));
    const isSideways = runSideways(regions);
    const lines: PositionedText[] = [];
    for (const region of regions) {
      const upright = isSideways ? undefined : uprightDigit(region);
      const reading = await timer.time('inference', async () => {
        const found = await this.readInAnyScript(pixels, region, used);
        return upright ? this.orUpright(found, pixels, upright) : found;
      });
      if (region.isCut && reading.confidence < UNSURE) continue;
      const words = placeWords(
        wordsOf(reading.line),
        { steps: reading.line.spaces.length, length: reading.length },
        reading.region,
      );
      const text = words.map((word) => word.text).join(' ');
      if (text !== '') lines.push({ text, confidence: reading.confidence, region: reading.region, words });
    }
    return joinParts(inReadingOrder(withoutLoneShapes(lines, image.properties)))
      .filter(({ confidence }) => confidence >= minConfidence)
      .map((line) => toTextLine(line, image.properties));
  }

  async warm(): Promise<void> {
    const { size } = this.model.manifest.input;
    await this.infer({ pixels: new Uint8Array(size * size * 3), width: size, height: size });
  }

  /** The image as fine as its smallest line needs it. */
  private async decode(image: Image, regions: readonly TextRegion[]): Promise<Pixels> {
    const lowest = Math.min(...regions.map(({ height }) => height));
    const scale = Math.min(1, (this.model.manifest.input.size * FINER) / lowest);
    const [width, height] = [image.properties.width, image.properties.height].map((side) =>
      Math.max(1, Math.round(side * scale)),
    );
    return { data: await image.rgb({ width: width!, height: height! }), width: width!, height: height!, scale };
  }

  /** Strokes that this model reads as nothing go to `output.fallback`, which is loaded when the first image needs it. */
  private async readInAnyScript(pixels: Pixels, region: TextRegion, used?: Used): Promise<Reading> {
    const reading = await this.read(pixels, region);
    const other = reading.unread ? await this.fallback() : undefined;
    if (!other) return reading;
    const second = await other.read(pixels, region);
    if (!isSurelyHan(second.line)) return reading;
    used?.(other.identity);
    return second;
  }

  /** Undefined if there is none, or if it is broken: the lines of this model are still right. */
  private async fallback(): Promise<LineReader | undefined> {
    const { fallback } = this.model.manifest.output;
    // Every model of this task is opened here.
    return fallback === undefined
      ? undefined
      : (this.others.get('text-recognition', fallback) as Promise<unknown> as Promise<LineReader>).catch(() => undefined);
  }

  /** What was found as a short line that runs up or down, or what surely stands upright there: a digit, or the stroke of a letter. */
  private async orUpright(found: Reading, pixels: Pixels, region: TextRegion): Promise<Reading> {
    const upright = await this.read(pixels, region);
    const [text, before] = [textOf(upright.line.characters).trim(), textOf(found.line.characters)];
    // Turned, a stroke is a dash, or nothing.
    if (!WORD.test(before) && STROKE.test(text)) return upright;
    if (upright.confidence < SURE_DIGIT || !/^\p{N}$/u.test(text)) return found;
    // An upright `1` is as surely a dash that runs down.
    return WORD.test(before) ? surer(found, upright) : upright;
  }

  async read(pixels: Pixels, region: TextRegion): Promise<Reading> {
    const { size, taller } = this.model.manifest.input;
    const wide = aroundLine(region, taller);
    const whole = cropTextLine(pixels, wide, size);
    let best: Reading = { ...(await this.infer(whole)), region, length: wide.length };
    if (best.confidence < DOUBTFUL && (await this.orientation.upsideDown(whole)) >= 0.5)
      best = surer(best, { ...best, ...(await this.infer(upended(whole))), region: halfTurn(region) });
    // Other rows may be in that strip, too. Marks on capitals are in it only.
    if (best.confidence >= UNSURE || taller === 1 || best.isMarked) return best;
    const low = cropTextLine(pixels, region, size);
    const read = await this.infer(best.region === region ? low : upended(low));
    return surer(best, { ...read, region: best.region, length: region.length });
  }

  private async infer(crop: TextLineCrop): Promise<Omit<Reading, 'region' | 'length'>> {
    const { session, manifest, characters } = this.model;
    const { pixels, ...size } = crop;
    const frame = { ...size, content: { x: 0, y: 0, ...size } };
    const outputs = await session.run({ [session.inputNames[0]!]: imageToTensor(pixels, frame, manifest.input) });
    const strokes = strokesOf(crop, crop.width);
    const [plain, marked] = session.outputNames.map((name) => {
      const { data, dims } = outputs[name]!;
      const steps = { values: data as Float32Array, steps: dims[1]!, classes: dims[2]! };
      const line = withoutDigitsInWords(readSteps(steps, characters, strokes), steps, characters);
      return { steps, words: withMarksOfWords(inOneLanguage(line, steps, characters), steps, characters) };
    });
    const isMarked = marked !== undefined && hasMarks(marked.words, plain!.words.line);
    const { words, steps } = isMarked ? marked : plain!;
    const line = withoutMisreadWords(words.line, steps, characters);
    return { line, confidence: confidenceOf(line.characters), isMarked, unread: hasUnread(crop, line) };
  }
}
