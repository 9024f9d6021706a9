import { Module } from '@nestjs/common';
import { KserveModels } from './kserve-models';
import { KserveController } from './kserve.controller';

/** The Open Inference Protocol v2 of KServe, Triton and MLServer. */
@Module({ controllers: [KserveController], providers: [KserveModels] })
export class KserveModule {}
