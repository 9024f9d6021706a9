import { Tensor } from 'onnxruntime-node';
import type { Image, TimingRecorder } from '@percept/sdk';
import {
  type LoadedModel,
  type ModelIdentity,
  type ModelSource,
  type TextDetector,
  type RecognizedLine,
  type TextLineCrop,
  type TextOrientation,
  type TextReader,
  type TextRegion,
  type TextRereader,
  imageToTensor,
  untimed,
} from '@percept/sdk/models';
import { computeLineConfidence } from './confidence';
import { readSteps, type ReadLine, type Steps } from './ctc';
import { inReadingOrder } from './layout/reading-order';
import { joinParts, type PositionedText } from './layout/joining';
import { withoutLoneShapes } from './layout/lone-boxes';
import { withLoneLetters } from './layout/lone-letters';
import { withMarksOfWords } from './letters/common-words';
import { withoutDigitsInWords } from './letters/look-alikes';
import { hasMarks } from './letters/marks';
import { withoutMisreadWords } from './letters/misread-words';
import { inOneLanguage } from './letters/one-language';
import { withRaisedDigits } from './raised-digits';
import { halfTurn, runSideways, uprightDigit } from './rectangle';
import { readAgain } from './rereading/second-pass';
import { findStrokes } from './strokes';
import { toTextLine } from './text-line';
import { aroundLine, cropTextLine, upended, type CropPixels } from './text-line-crop';
import { unreadSigns } from './unread';
import { placeWords } from './word-places';
import { joinCharacters, splitLineWords, type ReadWord } from './words';

/** Below this confidence, a line may have been read upside down. */
const DOUBTFUL = 0.8;
/** Below this confidence, a row that the edge of the image cuts is left out. */
const UNSURE = 0.85;
/**
 * Below this confidence, a line is read again on a strip as tall as the found line. On thirty receipts the words are right as often as
 * with a higher limit, since the second model reads most of the lines between.
 */
const UNREADABLE = 0.75;
/**
 * From this confidence on, an upright digit counts. On thirty receipts digits have at least 0.95; what is mistaken for a digit,
 * such as colons, has at most 0.78. Letters are read better turned, as the model learned them.
 */
const SURE_DIGIT = 0.9;
const WORD = /[\p{L}\p{N}]/u;
/** Letters and digits that are one stroke. */
const STROKE = /^[lI1i|]$/;
/** Lines are read at the model's height. The image is decoded with at most this many times as many pixels along a side. */
const FINER = 1.5;
/**
 * The strips of this many neighbouring lines are cut out at once. Narrow strips of one width share a run of the network: together they
 * have at most this many pixels of width, because two strips of 432 pixels take longer in one run than in two.
 */
const AT_ONCE = { lines: 32, width: 640 };

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

/**
 * Whether every other region is farther away than the longer side of this one. Next to other letters, a stroke is the edge of a
 * letter.
 */
const standsAlone = (region: TextRegion, all: readonly TextRegion[]): boolean =>
  all.every((other) => {
    const away = Math.hypot(other.centre.x - region.centre.x, other.centre.y - region.centre.y);
    return other === region || away > (Math.max(other.length, other.height) + 3 * Math.max(region.length, region.height)) / 2;
  });

/** The reading of one place. */
interface Reading {
  line: ReadLine;
  confidence: number;
  /** The region as found, from the beginning of the line. */
  region: TextRegion;
  /** Length of the strip in pixels. The strip and the line have the same middle. */
  length: number;
  /** Whether the line has letters that plain English lacks. */
  isMarked: boolean;
  /** Number of signs that were read as nothing. */
  unread: number;
}

type Answer = Omit<Reading, 'region' | 'length'>;
/** A reading with the strip that was read. */
type StripReading = Reading & { crop: TextLineCrop };

/** Groups the indexes of strips that have the same width. @param most the width of a group; a wider strip is one by itself. */
function ofOneWidth(widths: readonly number[], most: number): number[][] {
  const groups: number[][] = [];
  const open = new Map<number, number[]>();
  for (const [index, width] of widths.entries()) {
    let group = open.get(width);
    if (!group || (group.length + 1) * width > most) {
      group = [];
      groups.push(group);
      open.set(width, group);
    }
    group.push(index);
  }
  return groups;
}

/** Joins tensors of one shape. */
function batchOf(tensors: readonly Tensor[]): Tensor {
  const { data, dims } = tensors[0]!;
  if (tensors.length === 1) return tensors[0]!;
  const joined = new Float32Array(data.length * tensors.length);
  for (const [index, tensor] of tensors.entries()) joined.set(tensor.data as Float32Array, index * data.length);
  return new Tensor('float32', joined, [tensors.length, ...dims.slice(1)]);
}

const surer = (first: Reading, second: Reading): Reading => (second.confidence > first.confidence ? second : first);

type Used = (model: ModelIdentity) => void;
interface Told {
  used?: Used;
  warn?: (message: string) => void;
}

const whyUnknown = (unknown: number, all: number): string =>
  `${unknown} of ${all} lines seem to be in a script that no model here reads. Latin, Chinese and Japanese letters are read, and Greek ones without accents.`;

class LineReader implements TextReader {
  readonly identity;
  readonly characters: readonly string[];
  /** Whether a run of the network takes several strips. */
  private readonly takesMany: boolean;

  constructor(
    private readonly model: LoadedModel & { characters: readonly string[] },
    private readonly detector: TextDetector,
    private readonly orientation: TextOrientation,
    private readonly others: ModelSource,
  ) {
    this.identity = model.identity;
    this.characters = model.characters;
    const [batch] = model.session.inputs[0]!.shape;
    const isFixed = typeof batch === 'number' && batch > 0;
    this.takesMany = !isFixed && model.manifest.input.type === 'float32';
  }

  /** Asks for the current models: the defaults may change while this reader stays. */
  get uses() {
    return [this.detector.identity, this.orientation.identity];
  }

  async run(image: Image, options: { minConfidence?: number; timer?: TimingRecorder } & Told): Promise<RecognizedLine[]> {
    const { minConfidence = 0, timer = untimed } = options;
    const regions = withLoneLetters(await this.detector.run(image, { timer }));
    if (regions.length === 0) return [];
    const pixels = await timer.time('decode', () => this.decode(image, regions));
    const isSideways = runSideways(regions);
    const found: Reading[] = [];
    for (let at = 0; at < regions.length; at += AT_ONCE.lines) {
      const some = regions.slice(at, at + AT_ONCE.lines);
      const firsts = await timer.time('inference', () => this.first(pixels, some));
      for (const [index, region] of some.entries()) {
        const upright = isSideways ? undefined : uprightDigit(region);
        const reading = await timer.time('inference', async () => {
          const read = await this.orOtherwise(firsts[index]!, pixels, region);
          return upright ? this.orUpright(read, pixels, upright, standsAlone(region, regions)) : read;
        });
        if (!region.isCut || reading.confidence >= UNSURE) found.push(reading);
      }
    }
    const lines = await timer.time('inference', () => this.positioned(found, pixels, options));
    return joinParts(inReadingOrder(withoutLoneShapes(lines, image.properties)))
      .filter(({ confidence }) => confidence >= minConfidence)
      .map((line) => toTextLine(line, image.properties));
  }

  /** The lines with their words and places. Doubtful lines are read again. */
  private async positioned(found: readonly Reading[], pixels: CropPixels, { used, warn }: Told): Promise<PositionedText[]> {
    const first = found.map((reading) => ({
      ...reading,
      characters: reading.line.characters,
      words: splitLineWords(reading.line) as readonly ReadWord[],
      strip: { steps: reading.line.spaces.length, length: reading.length },
    }));
    const second = await readAgain(first, pixels, () => this.second(used));
    if (second.unknown > 0) warn?.(whyUnknown(second.unknown, found.length));
    return second.lines.flatMap(({ words: read, strip, region, confidence }) => {
      const words = placeWords(read, strip, region);
      const text = words.map((word) => word.text).join(' ');
      return text === '' ? [] : [{ text, confidence, region, words }];
    });
  }

  async warm(): Promise<void> {
    const { size } = this.model.manifest.input;
    await this.infer([{ pixels: new Uint8Array(size * size * 3), width: size, height: size }]);
  }

  /** Decodes the image as finely as its smallest line needs. */
  private async decode(image: Image, regions: readonly TextRegion[]): Promise<CropPixels> {
    const lowest = Math.min(...regions.map(({ height }) => height));
    const scale = Math.min(1, (this.model.manifest.input.size * FINER) / lowest);
    const [width, height] = [image.properties.width, image.properties.height].map((side) =>
      Math.max(1, Math.round(side * scale)),
    );
    return { data: await image.rgb({ width: width!, height: height! }), width: width!, height: height!, scale };
  }

  /** The model of `output.fallback`. Undefined if there is none or it is broken: this model's lines are still right. */
  private async second(used?: Used): Promise<TextRereader | undefined> {
    const { fallback } = this.model.manifest.output;
    if (fallback === undefined) return undefined;
    const second = await this.others.get('text-rereading', fallback).catch(() => undefined);
    if (second) used?.(second.identity);
    return second;
  }

  /** Returns the upright reading if it is surely a digit or the stroke of a letter, else the short line that runs up or down. */
  private async orUpright(found: Reading, pixels: CropPixels, region: TextRegion, isAlone: boolean): Promise<Reading> {
    const [first] = await this.first(pixels, [region]);
    const upright = await this.orOtherwise(first!, pixels, region);
    const [text, before] = [joinCharacters(upright.line.characters).trim(), joinCharacters(found.line.characters)];
    // A turned stroke reads as a dash, or as nothing.
    if (isAlone && !WORD.test(before) && STROKE.test(text)) return upright;
    if (upright.confidence < SURE_DIGIT || !/^\p{N}$/u.test(text)) return found;
    // An upright `1` may as well be a dash that runs down.
    return WORD.test(before) ? surer(found, upright) : upright;
  }

  /** The readings of strips that include the marks above and below the lines. */
  private async first(pixels: CropPixels, regions: readonly TextRegion[]): Promise<StripReading[]> {
    const { size, taller } = this.model.manifest.input;
    const strips = regions.map((region) => {
      const wide = aroundLine(region, taller);
      return { crop: cropTextLine(pixels, wide, size), length: wide.length };
    });
    const readings: StripReading[] = [];
    for (const indexes of ofOneWidth(
      strips.map(({ crop }) => crop.width),
      this.takesMany ? AT_ONCE.width : 0,
    )) {
      const answers = await this.infer(indexes.map((index) => strips[index]!.crop));
      for (const [at, index] of indexes.entries())
        readings[index] = { ...answers[at]!, ...strips[index]!, region: regions[index]! };
    }
    return readings;
  }

  /** Returns the first reading, or the reading of another strip if that is surer. */
  private async orOtherwise({ crop, ...first }: StripReading, pixels: CropPixels, region: TextRegion): Promise<Reading> {
    const { size, taller } = this.model.manifest.input;
    let best: Reading = first;
    if (best.confidence < DOUBTFUL && (await this.orientation.upsideDown(crop)) >= 0.5)
      best = surer(best, { ...best, ...(await this.infer([upended(crop)]))[0]!, region: halfTurn(region) });
    // The taller strip may include other rows, but only it includes marks on capitals.
    if (best.confidence >= UNREADABLE || taller === 1 || best.isMarked) return best;
    const low = cropTextLine(pixels, region, size);
    const [read] = await this.infer([best.region === region ? low : upended(low)]);
    return surer(best, { ...read!, region: best.region, length: region.length });
  }

  private misfit(classes: number): string {
    const { model, characters } = this;
    return `Model '${model.identity.name}' answers ${classes} classes, but reads ${characters.length} characters and the blank: give the characters of its own dictionary.`;
  }

  /** @param crops strips of one width. */
  private async infer(crops: readonly TextLineCrop[]): Promise<Answer[]> {
    const { session, manifest } = this.model;
    const tensors = crops.map(({ pixels, ...size }) =>
      imageToTensor(pixels, { ...size, content: { x: 0, y: 0, ...size } }, manifest.input),
    );
    const outputs = await session.run({ [session.inputNames[0]!]: batchOf(tensors) });
    return crops.map((crop, index) =>
      this.answer(
        crop,
        session.outputNames.map((name) => {
          const { data, dims } = outputs[name]!;
          const [, steps, classes] = dims as [number, number, number];
          const each = steps * classes;
          return { values: (data as Float32Array).subarray(index * each, (index + 1) * each), steps, classes };
        }),
      ),
    );
  }

  private answer(crop: TextLineCrop, outputs: readonly Steps[]): Answer {
    const { characters } = this.model;
    const strokes = findStrokes(crop, crop.width);
    const [plain, marked] = outputs.map((steps) => {
      if (steps.classes !== characters.length + 1) throw new Error(this.misfit(steps.classes));
      const line = withoutDigitsInWords(readSteps(steps, characters, strokes), steps, characters);
      return { steps, words: withMarksOfWords(inOneLanguage(line, steps, characters), steps, characters) };
    });
    const isMarked = marked !== undefined && hasMarks(marked.words, plain!.words.line);
    const { words, steps } = isMarked ? marked : plain!;
    const line = withoutMisreadWords(words.line, steps, characters);
    const unread = unreadSigns(crop, line.characters, steps.steps);
    const raised = { ...line, characters: withRaisedDigits(line.characters, crop, steps.steps) };
    return { line: raised, confidence: computeLineConfidence(line.characters, unread), isMarked, unread };
  }
}
