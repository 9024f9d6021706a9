import { Module } from '@nestjs/common';
import { PluginsController } from './plugins.controller';

/** Lists the loaded plugins and those that could not be loaded. */
@Module({ controllers: [PluginsController] })
export class PluginsApiModule {}
