import { Module } from '@nestjs/common';
import { CapabilitiesController } from './capabilities.controller';
import { PluginsController } from './plugins.controller';

/** Lists capabilities, the loaded plugins and those that could not be loaded. */
@Module({ controllers: [PluginsController, CapabilitiesController] })
export class PluginsApiModule {}
