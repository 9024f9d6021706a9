import { defineCapability, type Image, type TimingRecorder, ImageInput } from '@percept/sdk';
import type { Detail, ModelIdentity, ModelTasks } from '@percept/sdk/models';
import { AnalyzeOutput, type AnalyzedObject } from './analyze-output';
import { dominantColors } from '../colors/dominant-colors';
import { roundConfidence } from '../confidence';
import { FEATURES, type Feature, AreFeatures } from './features';
import { createModelProvider, modelNamesFor, requireFeature, type ModelNames } from './feature-models';
import { findFaces } from '../faces/find-faces';
import { readLines, toLineAnswer } from '../text/read-lines';
import { type TextLevel, TEXT_LEVELS } from '../text/text-level';
import { IsBoolean, IsIn, IsOptional, IsString, MinLength, JSONSchema } from '@percept/sdk/decorators';
import { DETAILS } from '../detect/detect-input';

class AnalyzeInput extends ImageInput {
  @JSONSchema({
    description: 'What to look for; everything by default. Anything else is not computed.',
    type: 'array',
    items: { type: 'string', enum: [...FEATURES] },
    minItems: 1,
  })
  @AreFeatures()
  @IsOptional()
  features?: Feature[];

  @JSONSchema({ description: 'Whether to return the metadata of the file: size, orientation, colour space, camera.' })
  @IsBoolean()
  include_metadata = false;

  @JSONSchema({
    description:
      'Name of the model that finds the objects, one that `GET /v2/models` lists for object-detection; the default model if absent.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  model?: string;

  @JSONSchema({
    description: 'How closely to look for objects, as in `vision.detect`.',
  })
  @IsIn(DETAILS)
  detail: Detail = 'normal';

  @JSONSchema({ description: 'As in `vision.faces`.' })
  @IsBoolean()
  landmarks = false;

  @JSONSchema({
    description:
      'Name of a model for text-recognition. `ocr-european`, the default, reads Latin letters, and Chinese, Japanese and many signs with the help of `ocr-multilingual`; `ocr-latin` has no accented letters.',
  })
  @IsString()
  @MinLength(1)
  @IsOptional()
  text_model?: string;

  @JSONSchema({ description: 'How finely to answer text, as `level` of `vision.text`.' })
  @IsIn(TEXT_LEVELS)
  text_level: TextLevel = 'line';
}

/** The minimum confidence of an answer: the default of `vision.detect`. */
const MIN_CONFIDENCE = 0.6;
/** The minimum confidence of text: a line with one wrong letter is still useful. */
const MIN_TEXT_CONFIDENCE = 0.3;
/** Longer side, in pixels, of the single copy for all features. */
const WORKING_SIZE = 1536;
/** An image at least this many times as long as wide, such as a screenshot of a scrolled page, is read from the original. */
const LONG = 2;
const TASKS = ['object-detection', 'face-detection', 'facial-expression', 'text-recognition'] as const;

interface FeatureCall {
  image: Image;
  timer: TimingRecorder;
  used: (model: ModelIdentity) => void;
  /** Models that the request names. */
  names: ModelNames;
  detail: Detail;
  landmarks: boolean;
  level: TextLevel;
}

export const analyze = defineCapability({
  id: 'vision.analyze',
  operation: 'analyzeImage',
  summary: 'Finds the objects, faces, text and colours of an image in one call.',
  description:
    'Returns each of the requested `features` under its own key; everything by default. ' +
    'Boxes are whole pixels of the upright image.',
  input: AnalyzeInput,
  output: AnalyzeOutput,
  deterministic: true,
  tasks: [
    'object-detection',
    'face-detection',
    'facial-expression',
    'text-recognition',
    'text-detection',
    'text-orientation',
    'text-rereading',
  ],
  examples: [{ image_url: 'https://example.com/team.jpg', features: ['faces', 'colors'], include_metadata: true }],

  async setup({ model }) {
    // A broken model fails only the requests for its feature; the other features work.
    for (const task of TASKS) await model(task).catch(() => undefined);
    const provide = createModelProvider(model);
    const find: { [F in Feature]: (call: FeatureCall) => Promise<AnalyzeOutput[F]> } = {
      objects: async (call) => findObjects(await provide('object-detection', 'objects', call.names), call),
      faces: async (call) => {
        const models = [await provide('face-detection', 'faces'), await provide('facial-expression', 'faces')] as const;
        return (await findFaces(models, { ...call, minConfidence: MIN_CONFIDENCE })) as AnalyzeOutput['faces'];
      },
      text: async (call) => {
        const reader = await provide('text-recognition', 'text', call.names);
        const lines = await readLines(reader, { ...call, minConfidence: MIN_TEXT_CONFIDENCE });
        return lines.map((line) => toLineAnswer(line, call.level));
      },
      colors: ({ image, timer }) => timer.time('postprocess', () => dominantColors(image)),
    };
    return async (
      { image, features, include_metadata, detail, landmarks, text_level: level, ...named },
      { timer, used, signal },
    ) => {
      const requested = FEATURES.filter((feature) => !features || features.includes(feature));
      const names = modelNamesFor(requested, named);
      if (detail !== 'normal') requireFeature('detail', 'objects', requested);
      if (landmarks) requireFeature('landmarks', 'faces', requested);
      if (level !== 'line') requireFeature('text_level', 'text', requested);
      const copy = requested.length === 1 ? image : await timer.time('decode', () => image.decoded(WORKING_SIZE));
      // The copy is too small for small objects and for the letters of a long image.
      const needsImage = { objects: detail === 'high', text: isLong(image.properties) } as Partial<Record<Feature, boolean>>;
      const sourceFor = (feature: Feature) => (needsImage[feature] ? image : copy);
      const answer: Partial<Record<Feature | 'metadata', unknown>> = {};
      for (const feature of requested) {
        signal.throwIfAborted();
        answer[feature] = await find[feature]({ image: sourceFor(feature), timer, used, names, detail, landmarks, level });
      }
      if (include_metadata) answer.metadata = await image.metadata();
      return answer as AnalyzeOutput;
    };
  },
});

const isLong = ({ width, height }: { width: number; height: number }): boolean =>
  Math.max(width, height) > WORKING_SIZE && Math.max(width, height) >= LONG * Math.min(width, height);

async function findObjects(
  model: ModelTasks['object-detection'],
  { image, timer, used, detail }: FeatureCall,
): Promise<AnalyzedObject[]> {
  const found = await model.run(image, { minConfidence: MIN_CONFIDENCE, detail, timer });
  used(model.identity);
  return found.map(({ label, confidence, bounding_box }) => ({
    name: label,
    confidence: roundConfidence(confidence),
    bounding_box,
  }));
}
