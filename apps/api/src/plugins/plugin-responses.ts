import { Type } from 'class-transformer';
import { IsArray, IsOptional, IsString, ValidateNested } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

class CapabilityView {
  @IsString() id: string;
  @JSONSchema({ description: 'Where to POST.' }) @IsString() path: string;
  @IsString() summary: string;
}

class PluginView {
  @IsString() name: string;
  @IsString() version: string;
  @JSONSchema({ description: 'The versions of Percept that it fits.' }) @IsString() @IsOptional() percept: string | null;
  @IsArray() @ValidateNested({ each: true }) @Type(() => CapabilityView) capabilities: CapabilityView[];
}

class LeftOutView {
  @JSONSchema({ description: 'The package or folder of the configuration.' }) @IsString() source: string;
  @IsString() reason: string;
}

/** The answer of `GET /v2/plugins`. */
export class PluginsView {
  @IsArray() @ValidateNested({ each: true }) @Type(() => PluginView) plugins: PluginView[];
  @IsArray() @ValidateNested({ each: true }) @Type(() => LeftOutView) left_out: LeftOutView[];
}
