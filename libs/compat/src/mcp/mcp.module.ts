import { Module } from '@nestjs/common';
import { McpController } from './mcp.controller';

/** The Model Context Protocol: capabilities as tools of agents. */
@Module({ controllers: [McpController] })
export class McpModule {}
