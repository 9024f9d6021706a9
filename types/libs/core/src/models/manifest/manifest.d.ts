import { HeadSection, PresenceSection, SceneSection } from './classifier-sections';
import { RewriteSection } from './rewrite-section';
import { CalibrationSection, ConversionSection, InputSection, OutputSection } from './sections';
/** What a model can be for. Those that run today are the keys of `ModelTasks`. */
export declare const MANIFEST_TASKS: readonly ["image-classification", "object-detection", "face-detection", "facial-expression", "pose-estimation", "text-detection", "text-orientation", "text-recognition"];
export type ManifestTask = (typeof MANIFEST_TASKS)[number];
/** `models/<name>/model.yaml`. */
export declare class Manifest {
    task: ManifestTask;
    version: string;
    /** Answers its task where a request names no model. */
    default: boolean;
    /** The .onnx file beside the manifest; or else `conversion` or `rewrite`. */
    file?: string;
    /** Of `file`, hex; checked where it is given. */
    sha256?: string;
    conversion?: ConversionSection;
    rewrite?: RewriteSection;
    /** Where the weights come from. */
    source: string;
    /** SPDX name, or `unknown`. */
    licence: string;
    input: InputSection;
    output: OutputSection;
    /** In the order of the model's classes; in the file either a list or the name of a text file, a label a line. */
    labels: string[];
    calibration?: CalibrationSection;
    /** For `decoder: head`. */
    head?: HeadSection;
    /** Classes of a detector that a classifier answers too. */
    presence?: PresenceSection;
    /** Kinds of scene that a classifier puts together from its labels and from `presence`. */
    scenes: SceneSection[];
    /** Labels by category; a label that is in none is `general`. */
    categories: Record<string, string[]>;
}
/** A manifest with its place. The model's name is its folder's. */
export interface ModelFolder {
    name: string;
    folder: string;
    manifest: Manifest;
}
