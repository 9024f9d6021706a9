import 'reflect-metadata';
import {
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsPositive,
  IsString,
  Max,
  Min,
  MinLength,
  NotEquals,
} from 'class-validator';
import { IsTextMap } from './classifier-sections';
import type { DynamicAxis } from '../converter';
import type { PillowFilter, ResizeArithmetic } from '../../media/images';
import { IsNested, IsFraction, IsListOf } from '../../../kernel/schema';

/** How a converted graph takes its image. */
class ConvertedInput {
  @IsIn(['uint8', 'float32']) type: 'uint8' | 'float32' = 'uint8';
  /** The graph computes pixel × scale + bias. */
  @IsNumber() scale = 1;
  @IsNumber() bias = 0;
  @IsIn(['batch', 'height', 'width'], { each: true }) @ArrayUnique() dynamic: DynamicAxis[] = [];
}

class ConvertedOutput {
  @IsString() @MinLength(1) node: string;
  @IsString() @MinLength(1) name: string;
  @IsIn(['NCHW', 'NHWC']) layout: 'NCHW' | 'NHWC' = 'NHWC';
  /** `mean`: the graph outputs only the mean over rows and columns, one number per channel. */
  @IsIn(['mean']) @IsOptional() pool?: 'mean';
}

/** A TensorFlow.js graph inside an installed npm package, or beside the manifest. */
export class ConversionSection {
  /** When absent, `file` is in the folder of the manifest. */
  @IsString() @MinLength(1) @IsOptional() package?: string;
  /** Path of the graph's .json inside the package or the folder. */
  @IsString() @MinLength(1) file: string;
  /** The graph's nodes in a .json file beside the manifest, if `file` only lists weights. */
  @IsString() @MinLength(1) @IsOptional() topology?: string;
  @IsNested(() => ConvertedInput) @IsObject() input: ConvertedInput;
  @IsListOf(() => ConvertedOutput) @ArrayMinSize(1) outputs: ConvertedOutput[];
}

/** How an image becomes the model's input. */
export class InputSection {
  /** Pixels: of the long side for `rect`, of the short one for `shortest`, of the height for `line`, of both sides otherwise. */
  @IsInt() @Min(16) @Max(4096) size: number;
  /** Height in pixels if it differs from `size`; for `letterbox`, `stretch` and `crop`. */
  @IsInt() @Min(16) @Max(4096) @IsOptional() height?: number;
  /**
   * `rect`: long side at `size`, the other in proportion, no padding. `letterbox`: in proportion, with bars of `pad`. `stretch`: to
   * both sides, ignoring the proportion. `crop`: the middle of the image, see `crop`. `line`: a line of text, cut out and levelled,
   * of any length. `upright`: a face in a square, turned until its eyes are level. `shortest`: short side at `size`, the other in
   * proportion, up to `longest`. `centre`: short side at `short_side`, then the middle.
   */
  @IsIn(['rect', 'letterbox', 'stretch', 'crop', 'line', 'upright', 'shortest', 'centre'])
  resize: 'rect' | 'letterbox' | 'stretch' | 'crop' | 'line' | 'upright' | 'shortest' | 'centre';
  /** `shortest`: the limit of the long side. If it would be longer, both sides shrink in proportion. */
  @IsInt() @Min(16) @Max(8192) @IsOptional() longest?: number;
  /**
   * `centre`: the image's short side is scaled to this many pixels, and the input is the middle. `stretch`: the same with both
   * sides.
   */
  @IsInt() @Min(16) @Max(4096) @IsOptional() short_side?: number;
  /**
   * Scales with this filter as Pillow and torchvision do, so that a model sees what it saw in training. This reads the image at its
   * full size, which takes longer for a large image. When absent, the fastest way is used.
   */
  @IsIn(['nearest', 'box', 'bilinear', 'hamming', 'bicubic', 'lanczos']) @IsOptional() resample?: PillowFilter;
  /**
   * With `resample`: the arithmetic of Pillow, or of torchvision, which the Hub's processors have used since 2025. `fractions`:
   * interpolates the four nearest pixels without smoothing or rounding, only with `bilinear`, as RF-DETR was trained.
   */
  @IsIn(['pillow', 'torch', 'fractions']) arithmetic: ResizeArithmetic | 'fractions' = 'pillow';
  /**
   * `centre`: how half a pixel cut off in front is rounded: down, as in the Hub's processors, or to the even number, as in timm.
   */
  @IsIn(['down', 'even']) cut: 'down' | 'even' = 'down';
  /** `upright`: ratio of the square's size to the face's box. */
  @IsNumber() @Min(0.5) @Max(3) margin = 1;
  /**
   * `facial-expression`: whether an uncertain answer becomes the mean of the answers for the face and its mirror image.
   * `face-embedding`: always so.
   */
  @IsBoolean() mirrored = false;
  /** `upright`: margins of more squares, which are also read if the likeliest expression has a factor below 1. */
  @IsNumber({}, { each: true }) @Min(0.5, { each: true }) @Max(3, { each: true }) @IsArray() again: number[] = [];
  /** `crop`: fraction of the image's short side that the input shows; 0.875 is 224 of 256. */
  @IsPositive() @Max(1) crop = 0.875;
  /** `line`: ratio of the strip's height to the height of the detected line. The marks on capitals lie above the line. */
  @IsNumber() @Min(1) @Max(2) taller = 1;
  /** `letterbox`: value of the bars' pixels. */
  @IsInt() @Min(0) @Max(255) pad = 0;
  /** `rect`: both sides are rounded to a multiple of this many pixels. */
  @IsInt() @Min(1) @Max(256) multiple = 32;
  /** Sizes at which a face detector analyzes an image, from coarse to fine; default: only `size`. */
  @IsInt({ each: true }) @Min(32, { each: true }) @Max(4096, { each: true }) @IsArray() looks: number[] = [];
  /** Longer side at which an uncertain face detector looks at the image again with a border, because a face may fill the image. */
  @IsInt() @Min(32) @Max(4096) @IsOptional() close_up?: number;
  @IsIn(['NHWC', 'NCHW']) layout: 'NHWC' | 'NCHW' = 'NHWC';
  @IsIn(['uint8', 'float32']) type: 'uint8' | 'float32' = 'uint8';
  @IsIn(['RGB', 'BGR', 'grey']) colour: 'RGB' | 'BGR' | 'grey' = 'RGB';
  /** Per channel, in pixel values; a `float32` input is (pixel − mean) / std. */
  @IsNumber({}, { each: true }) @IsArray() @ArrayMinSize(1) mean: number[] = [0];
  @NotEquals(0, { each: true }) @IsNumber({}, { each: true }) @IsArray() @ArrayMinSize(1) std: number[] = [1];
}

/** Files beside a model for texts; `digests` of the manifest has their SHA-256. */
export class TextSection {
  /** The pieces of texts, and the rows of the table that the model reads. */
  @IsString() @MinLength(1) vocabulary: string;
  /** The last layers, which make the vector of a text: an .onnx file. */
  @IsString() @MinLength(1) head: string;
}

/** How a text becomes tokens, by the files of a tokenizer beside the model. */
export class TokensSection {
  /** `tokenizer.json`, as Hugging Face's tokenizers write it. */
  @IsString() @MinLength(1) file: string;
  /** `tokenizer_config.json`. */
  @IsString() @MinLength(1) @IsOptional() config?: string;
  /** Most tokens that the model reads at once, including those at both ends. A longer text is read in windows. */
  @IsInt() @Min(8) @Max(131_072) longest = 512;
  /** Shorter texts are filled up to `longest` with the padding token of `config`. */
  @IsBoolean() padded = false;
  /** `token-classification`: number of tokens that a window of a long text shares with the one before. */
  @IsInt() @Min(0) @Max(4096) overlap = 0;
  /** `text-embedding`: how the states of the tokens become one vector. `none`: the network answers the vector itself. */
  @IsIn(['mean', 'first', 'none']) pooling: 'mean' | 'first' | 'none' = 'mean';
}

/** The text network beside a picture network, which makes vectors in the same space. */
export class TextsSection {
  /** The .onnx file; `digests` of the manifest has its SHA-256. */
  @IsString() @MinLength(1) file: string;
  /** score = scale × cosine + bias. Then `softmax` over the labels of a call, or `sigmoid` for each label. */
  @IsPositive() scale = 100;
  @IsNumber() bias = 0;
  @IsIn(['softmax', 'sigmoid']) activation: 'softmax' | 'sigmoid' = 'softmax';
  /** Sentences about a label, with {} in its place. If there are several, their mean counts. */
  @IsString({ each: true }) @IsArray() @ArrayMinSize(1) templates: string[] = ['This is a photo of {}.'];
}

/** How the outputs of a model are read. */
export class OutputSection {
  @IsString() @MinLength(1) decoder: string;
  /** Input pixels per cell of the output's grid. */
  @IsInt() @Min(1) stride = 4;
  /** Boxes of one label that overlap more than this (intersection over union) are one object. */
  @IsFraction() overlap = 0.6;
  /** Names of the model's outputs by what the decoder reads, if they are not the usual ones: `boxes: my_boxes`. */
  @IsTextMap() @IsObject() names: Record<string, string> = {};
  /** For expressions. A value above 1 brings the probabilities closer together, for an overconfident model. */
  @IsPositive() temperature = 1;
  /** For expressions: factor for the probability of a label; below 1 for one that the model names too often. */
  @IsObject() factors: Record<string, number> = {};
  /**
   * For `ctc`: the text-rereading model that reads uncertain text again. Its reading replaces the first if it is at least as sure.
   */
  @IsString() @MinLength(1) @IsOptional() fallback?: string;
  /** `token-classification`: how the labels of tokens become spans, in the terms of the Hub's library. */
  @IsIn(['simple', 'first', 'average', 'max']) aggregation: 'simple' | 'first' | 'average' | 'max' = 'simple';
  /** `ssd`: number of the first label. */
  @IsInt() @Min(0) @Max(1) first_class = 1;
  /** `ssd`: order of a box's numbers. */
  @IsIn(['yxyx', 'xyxy']) box_order: 'yxyx' | 'xyxy' = 'yxyx';
}

/** More looks also find more false objects, so their finds count as less certain. Each number is added to the logit. */
class HighDetailSection {
  /** Added for objects found in the whole image. */
  @Max(0) @IsNumber() whole: number;
  @Max(0) @IsNumber() tile: number;
}

/** confidence = sigmoid(intercept + score × logit(raw) + size × ln(px / 64) + labels[label]), px = √(box area) of the input. */
export class CalibrationSection {
  @IsIn(['score-size']) method: 'score-size';
  @IsNumber() intercept: number;
  /** Positive: a higher raw score never means a lower confidence. */
  @IsPositive() score: number;
  @IsNumber() @IsOptional() size = 0;
  @IsObject() @IsOptional() labels: Record<string, number> = {};
  @IsNested(() => HighDetailSection) @IsObject() @IsOptional() high?: HighDetailSection;
}
