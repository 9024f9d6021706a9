import type { Type } from '@nestjs/common';
import { registerKinds } from '@percept/core';
import type { Door } from '@percept/sdk/doors';
import { awsDoor } from './aws/aws-door';
import { AwsModule } from './aws/aws.module';
import { deepstackDoor } from './deepstack/deepstack-door';
import { DeepstackModule } from './deepstack/deepstack.module';
import { googleDoor } from './google/google-door';
import { GoogleModule } from './google/google.module';
import { kserveDoor } from './kserve/kserve-door';
import { KserveModule } from './kserve/kserve.module';
import { mcpDoor } from './mcp/mcp-door';
import { McpModule } from './mcp/mcp.module';

/**
 * Doors with controllers of their own, because they need more of the service than plugins may use, such as S3 objects, models and
 * runs.
 */
const MODULES: ReadonlyMap<Door, Type> = new Map([
  [awsDoor, AwsModule],
  [deepstackDoor, DeepstackModule],
  [googleDoor, GoogleModule],
  [kserveDoor, KserveModule],
  [mcpDoor, McpModule],
]);

registerKinds({ name: 'service-doors', version: '1.0.0', doors: [...MODULES.keys()] });

/** The module of a door with controllers; undefined for a door that has only routes. */
export const moduleOf = (door: Door): Type | undefined => MODULES.get(door);
