import type { LoadedModel } from '../runtime/loaded-model';
import { type ImageClassifier, type ModelSource } from '../tasks';
interface OpenClassifier {
    runner: ImageClassifier;
    warm(): Promise<void>;
    close(): Promise<void>;
}
/**
 * Either a network that answers a number for each label, or (`decoder: head`) a backbone, a head that reads its features, and the detector that the manifest names for `presence`.
 * @throws Error where the manifest names no known decoder, or objects that the detector does not know.
 */
export declare function openImageClassifier(model: LoadedModel, others: ModelSource): Promise<OpenClassifier>;
export {};
