import { type Type, Module } from '@nestjs/common';
import { registerKinds } from '@percept/core';
import type { Door } from '@percept/sdk/doors';
import { awsDoor } from './aws/aws-door';
import { deepstackDoor } from './deepstack/deepstack-door';
import { googleDoor } from './google/google-door';
import { kserveDoor } from './kserve/kserve-door';
import { mcpDoor } from './mcp/mcp-door';
import { AwsController } from './aws/aws.controller';
import { DeepstackFacesController } from './deepstack/deepstack-faces.controller';
import { DeepstackController } from './deepstack/deepstack.controller';
import { GoogleLanguageController } from './google/language.controller';
import { GoogleVisionController } from './google/vision.controller';
import { KserveModels } from './kserve/kserve-models';
import { KserveController } from './kserve/kserve.controller';
import { McpController } from './mcp/mcp.controller';

/** The Model Context Protocol: capabilities as tools of agents. */
@Module({ controllers: [McpController] })
class McpModule {}

/** The Open Inference Protocol v2 of KServe, Triton and MLServer. */
@Module({ controllers: [KserveController], providers: [KserveModels] })
class KserveModule {}

/** Google Cloud Vision and Natural Language over REST. */
@Module({ controllers: [GoogleVisionController, GoogleLanguageController] })
class GoogleModule {}

/** The interface of DeepStack and CodeProject.AI for camera software. */
@Module({ controllers: [DeepstackFacesController, DeepstackController] })
class DeepstackModule {}

/** Rekognition, Comprehend and Textract for the AWS SDKs and the AWS command line. */
@Module({ controllers: [AwsController] })
class AwsModule {}

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
