import { Module } from '@nestjs/common';
import { KserveModels } from './kserve-models';
import { KserveController } from './kserve.controller';

/** The Open Inference Protocol v2, as KServe, Triton and MLServer speak it. */
@Module({ controllers: [KserveController], providers: [KserveModels] })
export class KserveModule {}
