import { Module } from '@nestjs/common';
import { CapabilitiesController } from './capabilities.controller';
import { PluginsController } from './plugins.controller';

/** Lists the capabilities, the loaded plugins, and the plugins that failed to load. */
@Module({ controllers: [PluginsController, CapabilitiesController] })
export class PluginsApiModule {}
