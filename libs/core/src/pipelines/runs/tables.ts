import type { Tables } from '../../durable/database';
import { PipelineRevisionEntity } from '../registry';
import { CachedResultEntity } from './entities/cached-result.entity';
import { RunItemEntity } from './entities/run-item.entity';
import { RunShardEntity } from './entities/run-shard.entity';
import { RunStepEntity } from './entities/run-step.entity';
import { RunEntity } from './entities/run.entity';
import { RunCallsEntity } from './timeline/run-calls.entity';
import { KeptValueEntity } from './kept/kept-value.entity';
import {
  EarlierAttempts1764100000250,
  KeptValues1764100000440,
  PipelinesBaseline1764100000034,
  RunCalls1764100000540,
  RunItemLimit1764100000200,
  RunResultBytes1764100000430,
  RunShardWaits1764100000455,
} from './pipelines.migration';

export const pipelineTables: Tables = {
  entities: [
    RunEntity,
    RunStepEntity,
    RunItemEntity,
    RunShardEntity,
    CachedResultEntity,
    PipelineRevisionEntity,
    KeptValueEntity,
    RunCallsEntity,
  ],
  migrations: [
    PipelinesBaseline1764100000034,
    RunItemLimit1764100000200,
    EarlierAttempts1764100000250,
    RunResultBytes1764100000430,
    KeptValues1764100000440,
    RunShardWaits1764100000455,
    RunCalls1764100000540,
  ],
};
