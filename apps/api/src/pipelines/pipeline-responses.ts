import { Equals } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

export class ValidPipelineResponse {
  @JSONSchema({ type: 'boolean', enum: [true] }) @Equals(true) valid: true;
}
