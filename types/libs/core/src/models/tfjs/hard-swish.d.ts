import { type Conversion } from './conversion';
import type { GraphNode } from './graph';
import { type Computed } from './values';
/** What a product that is a hard-sigmoid or a hard-swish computes; undefined where it is neither. */
export declare function fuseHardMultiply(node: GraphNode, at: Conversion): Computed | undefined;
