import {
  ArrayMaxSize,
  ArrayMinSize,
  IsArray,
  IsBoolean,
  IsIn,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  Max,
  Min,
  MinLength,
  ValidateIf,
} from 'class-validator';
import {
  AnswerSection,
  IsDigestMap,
  IsLabelLists,
  IsTextMap,
  PresenceSection,
  SceneSection,
  TaughtSection,
} from './classifier-sections';
import { RewriteSection } from './rewrite-section';
import {
  CalibrationSection,
  ConversionSection,
  InputSection,
  OutputSection,
  TextSection,
  TextsSection,
  TokensSection,
} from './sections';
import { IsNested, IsListOf } from '../../../kernel/schema';

/** The possible tasks of a model. Those that run today are the keys of `ModelTasks`. */
const MANIFEST_TASKS = [
  'image-classification',
  'image-embedding',
  'object-detection',
  'face-detection',
  'facial-expression',
  'face-embedding',
  'pose-estimation',
  'text-detection',
  'text-orientation',
  'text-recognition',
  'text-rereading',
  'text-embedding',
  'text-classification',
  'token-classification',
  'text-sentiment',
  'entity-recognition',
] as const;
/** One of ours, or `<plugin>.<task>`. */
type ManifestTask = (typeof MANIFEST_TASKS)[number] | `${string}.${string}`;

/** A plugin runs these tasks with its own mathematics; they take no image. */
const PLUGIN_TASKS: readonly ManifestTask[] = ['text-sentiment', 'entity-recognition'];
/** Tasks whose models others were trained on. With another model below them, those would answer nonsense. */
const BASE_TASKS: readonly ManifestTask[] = ['text-embedding'];
const isForImages = ({ task }: { task: ManifestTask }) => ![...PLUGIN_TASKS, ...BASE_TASKS].includes(task);
/** Whether a plugin reads the files itself: `file`, and those that `digests` names. */
export const isForPlugin = ({ task }: { task: ManifestTask }): boolean => PLUGIN_TASKS.includes(task);
const isForTexts = ({ task }: { task: ManifestTask }) => BASE_TASKS.includes(task);
const takesImages = (manifest: { task: ManifestTask; trunk?: string; tokens?: object }) =>
  isForImages(manifest) && manifest.trunk === undefined && (manifest.tokens === undefined || manifest.task === 'image-embedding');

/** Whether a task has the form `<plugin>.<task>`. */
export const isAddedTask = (task: unknown): boolean =>
  typeof task === 'string' && /^[a-z][a-z0-9_-]*\.[a-z][a-z0-9_-]*$/.test(task);
/** Only a plugin's task may lack the section. */
const isWanted = (manifest: { task: ManifestTask }, section: unknown) => section !== undefined || !isAddedTask(manifest.task);

/** Why nobody chooses the model of a task; undefined where a request, a setting or a choice can name another one. */
export function whyFixed(task: string): string | undefined {
  if (![...PLUGIN_TASKS, ...BASE_TASKS].includes(task as ManifestTask)) return undefined;
  return `What needs ${task} always uses the model that comes with Percept: no other can take its place.`;
}

/** The contents of `models/<name>/model.yaml`. */
export class Manifest {
  @ValidateIf(({ task }: Manifest) => !isAddedTask(task)) @IsIn(MANIFEST_TASKS) task: ManifestTask;
  @IsString() @MinLength(1) version = '1';
  /** Whether the model answers its task if a request names no model. */
  @IsBoolean() @IsOptional() default = false;
  /** The .onnx file beside the manifest; or else `conversion` or `rewrite`. */
  @IsString() @MinLength(1) @IsOptional() file?: string;
  /** The digest of `file`, hex; checked if it is given. */
  @IsOptional()
  @Matches(/^[0-9a-f]{64}$/, { message: 'sha256 must be the 64 hex digits of the SHA-256 of the file' })
  sha256?: string;
  /** SHA-256 in hex of each file that the model is made from, by file name without folder; checked if given. */
  @IsDigestMap() @IsObject() digests: Record<string, string> = {};
  @IsNested(() => ConversionSection) @IsObject() @IsOptional() conversion?: ConversionSection;
  @IsNested(() => RewriteSection) @IsObject() @IsOptional() rewrite?: RewriteSection;
  /** Where the weights come from. */
  @IsString() @MinLength(1) source: string;
  /** The licence's SPDX name, or `unknown`. */
  @IsString() @MinLength(1) licence: string;
  /** Input of the network; absent with `trunk`. */
  @ValidateIf((manifest: Manifest, value) => takesImages(manifest) && isWanted(manifest, value))
  @IsNested(() => InputSection)
  @IsObject()
  input: InputSection;
  @ValidateIf((manifest: Manifest, value) => isForImages(manifest) && isWanted(manifest, value))
  @IsNested(() => OutputSection)
  @IsObject()
  output: OutputSection;
  /** Labels in the order of the model's classes. In the file: a list, or the name of a text file with one label per line. */
  @IsString({ each: true }) @IsArray() labels: string[] = [];
  @IsNested(() => CalibrationSection) @IsObject() @IsOptional() calibration?: CalibrationSection;
  /** For `task: text-embedding`: the files beside the model. */
  @ValidateIf((manifest: Manifest) => isForTexts(manifest) && manifest.tokens === undefined)
  @IsNested(() => TextSection)
  @IsObject()
  text?: TextSection;
  /** The files of the tokenizer, for a model that reads the tokens of a text itself. */
  @IsNested(() => TokensSection) @IsObject() @IsOptional() tokens?: TokensSection;
  /** The network for texts, where a model for image-embedding compares pictures with texts. */
  @IsNested(() => TextsSection) @IsObject() @IsOptional() texts?: TextsSection;
  /**
   * Name of the model for image-embedding, or for text-embedding, whose features the network reads instead of an image or a text.
   */
  @IsString() @MinLength(1) @IsOptional() trunk?: string;
  /** The version of the trunk that the network was trained with; any version if absent. */
  @IsString() @MinLength(1) @IsOptional() trunk_version?: string;
  /** With `trunk`: the part of the image that the model looks at, as [left, top, width, height] in parts of its sides. */
  @ArrayMinSize(4)
  @ArrayMaxSize(4)
  @Min(0, { each: true })
  @Max(1, { each: true })
  @IsNumber({}, { each: true })
  @IsArray()
  @IsOptional()
  region?: number[];
  /** The training data of a model that comes from a collection. */
  @IsNested(() => TaughtSection) @IsObject() @IsOptional() taught?: TaughtSection;
  /** Makes a classifier answer a detector's classes, too. */
  @IsNested(() => PresenceSection) @IsObject() @IsOptional() presence?: PresenceSection;
  /** Kinds of scene that a classifier puts together from its labels and from `presence`. */
  @IsListOf(() => SceneSection) scenes: SceneSection[] = [];
  /** How head and detector give one answer; only with `decoder: head`. */
  @IsNested(() => AnswerSection) @IsObject() @IsOptional() answer?: AnswerSection;
  /** The next wider name of a label: `{ beagle: dog, dog: animal }`; in the file either this or the name of a YAML file. */
  @IsTextMap() @IsObject() parents: Record<string, string> = {};
  /** Labels by category. A label without a category gets that of its nearest wider name, or `general`. */
  @IsLabelLists() @IsObject() categories: Record<string, string[]> = {};
}

/** A manifest and its folder. The folder's name is the model's name. */
export interface ModelFolder {
  name: string;
  folder: string;
  manifest: Manifest;
}
