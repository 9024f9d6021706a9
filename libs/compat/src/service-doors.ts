import { type Type, Module } from '@nestjs/common';
import { registerKinds } from '@percept/core';
import type { Door } from '@percept/sdk/doors';
import { kserveDoor } from './kserve/kserve-door';
import { mcpDoor } from './mcp/mcp-door';
import { KserveModels } from './kserve/kserve-models';
import { KserveController } from './kserve/kserve.controller';
import { McpController } from './mcp/mcp.controller';

/** The Model Context Protocol: capabilities as tools of agents. */
@Module({ controllers: [McpController] })
class McpModule {}

/** The Open Inference Protocol v2 of KServe, Triton and MLServer. */
@Module({ controllers: [KserveController], providers: [KserveModels] })
class KserveModule {}

/** Doors with controllers of their own, because they need more of the service than plugins may use: tensors, runs and uploads. */
const MODULES: ReadonlyMap<Door, Type> = new Map([
  [kserveDoor, KserveModule],
  [mcpDoor, McpModule],
]);

registerKinds({ name: 'service-doors', version: '1.0.0', doors: [...MODULES.keys()] });

/** The module of a door with controllers; undefined for a door that has only routes. */
export const findDoorModule = (door: Door): Type | undefined => MODULES.get(door);
