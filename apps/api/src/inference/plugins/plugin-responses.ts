import { IsString, OrNull, IsListOf, JSONSchema } from '@percept/sdk/decorators';

class LoadedCapability {
  @IsString() id: string;
  @JSONSchema({ description: 'The path of the route.' }) @IsString() path: string;
  @IsString() summary: string;
}

class LoadedKind {
  @JSONSchema({ description: 'Such as `trigger`, `output` or `task`.' }) @IsString() kind: string;
  @JSONSchema({ description: 'The keyword, id or name by which it is used.' }) @IsString() name: string;
}

class LoadedPlugin {
  @IsString() name: string;
  @IsString() version: string;
  @JSONSchema({ description: 'The range of Percept versions that it supports.' }) @IsString() @OrNull() percept: string | null;
  @JSONSchema({ description: 'The address of its own documentation.' }) @IsString() @OrNull() docs: string | null;
  @IsListOf(() => LoadedCapability) capabilities: LoadedCapability[];
  @JSONSchema({ description: 'What it brings besides capabilities.' }) @IsListOf(() => LoadedKind) kinds: LoadedKind[];
}

class RejectedPlugin {
  @JSONSchema({ description: 'The package or folder in the configuration.' }) @IsString() source: string;
  @IsString() reason: string;
}

/** The answer of `GET /v2/plugins`. */
export class PluginsResponse {
  @IsListOf(() => LoadedPlugin) plugins: LoadedPlugin[];
  @IsListOf(() => RejectedPlugin) left_out: RejectedPlugin[];
}
