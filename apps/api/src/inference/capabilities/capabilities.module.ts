import { Module, type DynamicModule } from '@nestjs/common';
import type { CapabilityDefinition } from '@percept/sdk';
import { AnalysesModule } from '../analyses/analyses.module';
import { HealthModule } from '../../platform/health/health.module';
import { IdempotencyModule } from '../../request/idempotency/idempotency.module';
import { AsyncCalls } from './async-calls';
import { CapabilityCalls } from './capability-calls';
import { capabilityController } from './capability.controller';

/** Calls capabilities, for Percept's own routes and for those of other interfaces. */
@Module({ imports: [HealthModule], providers: [CapabilityCalls], exports: [CapabilityCalls] })
export class CapabilityCallsModule {}

/** One route for each capability of the loaded plugins. */
@Module({ imports: [AnalysesModule, CapabilityCallsModule, IdempotencyModule], providers: [AsyncCalls] })
export class CapabilitiesModule {
  static forRoot(capabilities: Iterable<CapabilityDefinition>): DynamicModule {
    return { module: CapabilitiesModule, controllers: [...capabilities].map(capabilityController) };
  }
}
