import { definePlugin, PerceptError } from '@percept/sdk';
import { IsIn, IsOptional, IsString, JSONSchema, MaxLength } from '@percept/sdk/decorators';
import { defineOperation } from '@percept/sdk/pipelines';

export class SignInput {
  @JSONSchema({ description: 'The text for the sign.' })
  @IsString()
  @MaxLength(200)
  text!: string;

  @JSONSchema({ description: 'The colour of the sign.' })
  @IsIn(['red', 'green'])
  @IsOptional()
  colour: 'red' | 'green' = 'green';
}

export class SignOutput {
  @JSONSchema({ description: 'What the sign shows now.' })
  @IsString()
  shown!: string;
}

/** `uses: NAME.show`: a step with an effect. The same `idempotencyKey` comes with every attempt at one item. */
export const show = defineOperation({
  id: 'NAME.show',
  summary: 'Shows a text on a sign.',
  input: SignInput,
  output: SignOutput,

  // Runs in the main thread of the service: do not block it, and stop when `signal` is aborted.
  async run({ text, colour }, { signal }) {
    signal.throwIfAborted();
    if (text.trim() === '') throw PerceptError.invalid('text', 'must not be empty.');
    return { output: { shown: `${text} (${colour})` } };
  },
});

export default definePlugin({ name: 'NAME', version: '0.1.0', percept: 'PERCEPT_RANGE', operations: [show] });
