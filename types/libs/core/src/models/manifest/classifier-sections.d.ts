export declare const IsTextMap: () => PropertyDecorator;
export declare const IsLabelLists: () => PropertyDecorator;
/** A second model, which reads the outputs of the first: input `features`, outputs `objects` and `scenes`, calibrated. */
export declare class HeadSection {
    /** The .onnx file beside the manifest. */
    file: string;
    /** Of `file`, hex. */
    sha256: string;
}
/** P(the picture shows a class) = sigmoid(intercept + slope × the highest logit of the class's heatmap). */
export declare class PresenceSection {
    /** Name of the detector whose classes they are. */
    model: string;
    intercept: number;
    /** Positive: a higher logit never means a lower probability. */
    slope: number;
}
/** 1 − ∏(1 − weight × confidence) over `head` and `objects`, times ∏(1 − weight × confidence) over `against`. */
export declare class SceneSection {
    label: string;
    /** Labels of the head. */
    head: Record<string, number>;
    /** Classes of the detector that `presence` names. */
    objects: Record<string, number>;
    /** The same; each lowers the scene, the head's scene of this name too. */
    against: Record<string, number>;
}
