import { IsObject, IsOptional } from 'class-validator';
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
}
