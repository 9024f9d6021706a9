import { capabilityPath } from '@percept/core';
import type { CapabilityDefinition } from '@percept/sdk';

/** The path that accepts a call of the capability with 202: `/v2/vision/detect/async`. */
export const asyncPath = (capability: Pick<CapabilityDefinition, 'id' | 'path'>): string => `${capabilityPath(capability)}/async`;
