import type { KnownCapability } from './catalogue';
import type { DocNode } from './document';
import type { Findings } from './findings';
import type { Template } from './template';
/** Checks what a step hands to a capability against the capability's schema, as far as it is known before the run. */
export declare function checkArguments(node: DocNode, template: Template, capability: KnownCapability, findings: Findings): void;
