import type { Picture } from '../../media';
import { type PeakDetector } from '../detection';
import type { LoadedModel } from '../runtime/loaded-model';
import type { Session } from '../runtime/session';
import type { Classification, ImageClassifier, ModelSource, StageTimer } from '../tasks';
/**
 * A backbone, a head that reads its features, and the detector that the manifest names for `presence`.
 * @throws Error where the manifest names no known decoder, or objects that the detector does not know.
 */
export declare function openImageClassifier(model: LoadedModel, others: ModelSource): Promise<{
    runner: HeadClassifier;
    warm: () => Promise<void>;
    close: () => Promise<void>;
}>;
declare class HeadClassifier implements ImageClassifier {
    private readonly model;
    private readonly head;
    private readonly detector;
    readonly identity: import("../tasks").ModelIdentity;
    readonly asks: import("../tasks").ModelIdentity[];
    readonly labels: readonly string[];
    private readonly categories;
    constructor(model: LoadedModel, head: Session, detector: PeakDetector | undefined);
    run(picture: Picture, options: {
        minConfidence: number;
        timer?: StageTimer;
    }): Promise<Classification[]>;
    warm(): Promise<void>;
    private ask;
    private presence;
}
export {};
