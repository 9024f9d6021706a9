import { Module } from '@nestjs/common';
import { HealthController } from './health.controller';
import { Metrics } from './metrics';
import { StateMetrics } from './state-metrics';
import { Storage } from './storage';

/** Liveness, readiness and metrics. */
@Module({ controllers: [HealthController], providers: [Metrics, StateMetrics, Storage], exports: [Metrics] })
export class HealthModule {}
