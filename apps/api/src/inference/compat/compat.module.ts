import { Global, Module, type DynamicModule } from '@nestjs/common';
import { CompatCalls, CompatFaces, CompatLibrary, CompatModule, CompatObjects, CompatUploads } from '@percept/compat';
import type { Config } from '@percept/core';
import { AuditModule } from '../../access/audit/audit.module';
import { CapabilityCallsModule } from '../capabilities/capabilities.module';
import { CollectionsApiModule } from '../collections/collections.module';
import { HttpModule } from '../../request/http.module';
import { QuotaModule } from '../../metering/quota/quota.module';
import { UsageModule } from '../../metering/usage/usage.module';
import { AnalysesModule } from '../analyses/analyses.module';
import { UploadsModule } from '../uploads/uploads.module';
import { CallMeter } from './call-meter';
import { ServiceCalls } from './service-calls';
import { ServiceFaces } from './service-faces';
import { ServiceLibrary } from './service-library';
import { ServiceObjects } from './service-objects';
import { ServiceUploads } from './service-uploads';

/** The parts of the service that the doors use. Global, because the doors' library asks for them. */
@Global()
@Module({
  imports: [
    CollectionsApiModule,
    HttpModule,
    AuditModule,
    AnalysesModule,
    CapabilityCallsModule,
    QuotaModule,
    UploadsModule,
    UsageModule,
  ],
  providers: [
    CallMeter,
    { provide: CompatCalls, useClass: ServiceCalls },
    { provide: CompatFaces, useClass: ServiceFaces },
    { provide: CompatObjects, useClass: ServiceObjects },
    { provide: CompatLibrary, useClass: ServiceLibrary },
    { provide: CompatUploads, useClass: ServiceUploads },
  ],
  exports: [CompatCalls, CompatFaces, CompatLibrary, CompatObjects, CompatUploads],
})
class CompatCallsModule {}

/** The third-party interfaces that the setting PERCEPT_COMPAT names. */
@Module({})
export class CompatApiModule {
  static forRoot({ compatDoors }: Config): DynamicModule {
    return { module: CompatApiModule, imports: [CompatCallsModule, CompatModule.forRoot(compatDoors)] };
  }
}
