import { Module, type DynamicModule, type Type } from '@nestjs/common';
import { AwsModule } from './aws/aws.module';
import { DeepstackModule } from './deepstack/deepstack.module';
import { GoogleModule } from './google/google.module';
import { KserveModule } from './kserve/kserve.module';
import { McpModule } from './mcp/mcp.module';

const MODULES: Readonly<Record<string, Type>> = {
  aws: AwsModule,
  deepstack: DeepstackModule,
  google: GoogleModule,
  kserve: KserveModule,
  mcp: McpModule,
};

/** The interfaces of others in front of the capabilities. The service provides `CompatCalls` to all modules. */
@Module({})
export class CompatModule {
  /** @param doors names of the doors that are open, as in the setting PERCEPT_COMPAT. */
  static forRoot(doors: readonly string[]): DynamicModule {
    return { module: CompatModule, imports: doors.map((name) => MODULES[name]!) };
  }
}
