import { IsInt, IsObject, IsOptional, IsString, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** The body of `POST /v2/pipelines/{name}/runs`. */
export class StartRunRequest {
  @JSONSchema({
    description: 'Values of the inputs; the others use their defaults.',
    additionalProperties: true,
  })
  @IsObject()
  @IsOptional()
  inputs?: Record<string, unknown>;

  @JSONSchema({ description: 'Items of each block at most, those that its source lists first: 1 tries the pipeline.' })
  @IsInt()
  @Min(1)
  @IsOptional()
  limit?: number;

  @JSONSchema({ description: 'The text to run instead of what is saved, which stays as it is.' })
  @IsString()
  @IsOptional()
  source?: string;
}
