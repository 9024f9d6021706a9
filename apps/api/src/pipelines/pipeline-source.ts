import type { PipeTransform } from '@nestjs/common';
import { checkBody } from '@percept/core';
import { IsString, MinLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** The JSON form of the body of `PUT /v2/pipelines/{name}` and of validation; as `application/yaml` the text is the body. */
export class PipelineSourceRequest {
  @JSONSchema({ description: 'The text of the pipeline in YAML.' })
  @IsString()
  @MinLength(1)
  source: string;
}

/** The text of a pipeline, whichever way it was sent. */
export class SourceBody implements PipeTransform<unknown, string> {
  transform(value: unknown): string {
    return typeof value === 'string' ? value : checkBody(PipelineSourceRequest, value).source;
  }
}
