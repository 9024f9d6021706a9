import { toJsonSchema, type Class } from '@percept/core';
import type { OpenAPIObject } from '@nestjs/swagger';
import { webhookSchemas } from '../webhooks/webhook-schemas';
import { accessSchemas } from '../auth/controllers';
import { modelSchemas } from '../models/model-responses';
import { PluginsView } from '../plugins/plugin-responses';
import { UsageView } from '../usage/usage-responses';
import { AcceptedAnalysis, AnalysisView } from '../analyses/analyses.controller';
import { PipelineSource } from '../pipelines/pipeline-source';
import { StartRun } from '../runs/start-run-request';
import {
  KeptPipelineView,
  PipelineSummaryView,
  PipelineView,
  RevisionView,
  SoundPipeline,
} from '../pipelines/pipeline-responses';
import { RunItemView, RunView } from '../runs/run-responses';
import { AcceptedRun, HookAddress, ScheduleView, TickView } from '../schedules/schedule-responses';

type Schemas = NonNullable<NonNullable<OpenAPIObject['components']>['schemas']>;

/** The bodies and answers of the operations that are not capabilities. */
const NAMED: Class[] = [
  ...[StartRun, PipelineSource, SoundPipeline, KeptPipelineView, PipelineSummaryView, PipelineView, RevisionView],
  ...[RunView, RunItemView, ScheduleView, TickView, HookAddress, AcceptedRun],
  ...webhookSchemas,
  ...accessSchemas,
  ...modelSchemas,
  ...[UsageView, PluginsView, AcceptedAnalysis, AnalysisView],
];

/** Nest's explorer finds the names; what they hold comes from the decorators that check them. */
export function namedSchemas(): Schemas {
  return Object.fromEntries(NAMED.map((each) => [each.name, toJsonSchema(each) as Schemas[string]]));
}
