import { IsObject, IsOptional } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** The body of `POST /v2/pipelines/{name}/runs`. */
export class StartRunRequest {
  @JSONSchema({
    description: 'Values for the inputs that the pipeline declares; defaults are used for the others.',
    additionalProperties: true,
  })
  @IsObject()
  @IsOptional()
  inputs?: Record<string, unknown>;
}
