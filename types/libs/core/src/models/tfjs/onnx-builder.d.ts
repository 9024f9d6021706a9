import { type OnnxAttribute, type OnnxElement, type OnnxNode, type OnnxPort, type OnnxTensor } from './onnx-encoding';
import { type Permutation } from './permute';
import type { Weight } from './weights';
/** Collects the nodes and constants of an ONNX graph. Values are known by their names. */
export declare class OnnxBuilder {
    private readonly nodes;
    private readonly tensors;
    private count;
    /** Adds a node with one output and answers that output's name. */
    emit(operator: string, inputs: string[], attributes?: Record<string, OnnxAttribute>): string;
    emitMany(operator: string, inputs: string[], attributes: Record<string, OnnxAttribute>, outputs: number): string[];
    /** Gives a value the name that the model's user knows it by. */
    expose(value: string, name: string): void;
    float(value: number): string;
    floats(values: number[], shape: number[]): string;
    integers(values: number[]): string;
    /**
     * A weight as a constant, its axes reordered. Half precision stays half in the file, with a Cast that ONNX Runtime folds
     * when it loads: half the size on disk, full speed.
     */
    weight(weight: Weight, axes: Permutation): string;
    cast(value: string, element: OnnxElement): string;
    private tensor;
    /** What the outputs need, in the order in which it was added: every node after those it reads. */
    finish(inputs: OnnxPort[], outputs: OnnxPort[], producer: string): {
        nodes: OnnxNode[];
        tensors: OnnxTensor[];
        inputs: OnnxPort[];
        outputs: OnnxPort[];
        producer: string;
    };
}
