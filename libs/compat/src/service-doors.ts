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

/** Doors whose routes are controllers: they ask more of the service than a plugin may, such as objects of S3, models and runs. */
const MODULES: ReadonlyMap<Door, Type> = new Map([
  [awsDoor, AwsModule],
  [deepstackDoor, DeepstackModule],
  [googleDoor, GoogleModule],
  [kserveDoor, KserveModule],
  [mcpDoor, McpModule],
]);

registerKinds({ name: 'service-doors', version: '1.0.0', doors: [...MODULES.keys()] });

/** The controllers of a door, where it has more than routes. */
export const moduleOf = (door: Door): Type | undefined => MODULES.get(door);
