import { IsInt, IsNumber, IsObject, IsPositive, IsString, Min, MinLength, ValidateBy } from 'class-validator';
import { IsFraction } from '../../../kernel/schema';

const isNumberUpTo1 = (value: unknown) => typeof value === 'number' && value >= 0 && value <= 1;
const isTexts = (value: unknown) => Array.isArray(value) && value.every((each) => typeof each === 'string');

function everyValue(name: string, fits: (value: unknown) => boolean, words: string): PropertyDecorator {
  const validate = (value: unknown) => Object.values(value ?? {}).every(fits);
  return ValidateBy({ name, validator: { validate, defaultMessage: (args) => `${args!.property} must be ${words}` } });
}

const IsWeights = () => everyValue('isWeights', isNumberUpTo1, 'a list of labels, each with a weight from 0 to 1');
export const IsTextMap = () => everyValue('isTextMap', (value) => typeof value === 'string', 'a list of names, each with a text');
const isDigest = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{64}$/.test(value);
export const IsDigestMap = () =>
  everyValue('isDigestMap', isDigest, 'a list of file names, each with the 64 hex digits of its SHA-256');
export const IsLabelLists = () => everyValue('isLabelLists', isTexts, 'a list of categories, each with a list of labels');

/** P(the image shows a class) = sigmoid(intercept + slope × the highest logit of the class's heatmap). */
export class PresenceSection {
  /** Name of the detector that has the classes. */
  @IsString() @MinLength(1) model: string;
  @IsNumber() intercept: number;
  /** Positive: a higher logit never means a lower probability. */
  @IsPositive() slope: number;
}

/** 1 − ∏(1 − weight × confidence) over `head` and `objects`, times ∏(1 − weight × confidence) over `against`. */
export class SceneSection {
  @IsString() @MinLength(1) label: string;
  /** Labels of the head, including wider names. */
  @IsWeights() @IsObject() head: Record<string, number> = {};
  /** Classes of the detector that `presence` names. */
  @IsWeights() @IsObject() objects: Record<string, number> = {};
  /** Classes of that detector. Each lowers the scene, and the head's scene of this name too. */
  @IsWeights() @IsObject() against: Record<string, number> = {};
}

/** The source of a model's training, and its measured accuracy. */
export class TaughtSection {
  /** Name of the collection. */
  @IsString() @MinLength(1) collection: string;
  @IsInt() @Min(2) entries: number;
  /** Share of the entries that were named correctly by models that were not trained on them. */
  @IsFraction() accuracy: number;
}

const isWeights = (value: unknown) => typeof value === 'number' && Number.isFinite(value);
const IsFeatureWeights = () => everyValue('isFeatureWeights', isWeights, 'a list of features, each with a weight');

/**
 * How head and detector give one answer: weights of logistic models, by feature (`intercept` for the constant). The features are
 * those of tasks/classification/evidence.ts. Features not listed do not count.
 */
export class AnswerSection {
  /** For a name of the head, or a wider one. */
  @IsFeatureWeights() @IsObject() name: Record<string, number>;
  /** Taken from the log odds of such a name before it is shown. The order of names is without it. */
  @IsFeatureWeights() @IsObject() caution: Record<string, number> = {};
  /** For a class of the detector that has a box. */
  @IsFeatureWeights() @IsObject() box: Record<string, number>;
}
