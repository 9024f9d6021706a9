import { InferenceSession, type Tensor } from 'onnxruntime-node';
import type { NativeGate } from './native-gate';
/** An input or output; a side that is known only when it runs is a text or negative. */
export interface Port {
    name: string;
    /** Element type, such as `float32`. */
    type: string;
    shape: readonly (number | string)[];
}
/** A model that ONNX Runtime has loaded. Running it blocks the thread. */
export declare class Session {
    private readonly session;
    private readonly gate;
    constructor(session: InferenceSession, gate: NativeGate);
    get inputNames(): readonly string[];
    get outputNames(): readonly string[];
    get inputs(): readonly Port[];
    get outputs(): readonly Port[];
    run(inputs: Record<string, Tensor>): Promise<Readonly<Record<string, Tensor>>>;
    release(): Promise<void>;
}
/** @throws Error where the file is no model that ONNX Runtime can load. */
export declare function openSession(file: string, model: string, gate: NativeGate): Promise<Session>;
/** Loads a model once, so that a faulty one is found when it is prepared and not when it is called. */
export declare function checkModel(bytes: Uint8Array, model: string): Promise<void>;
