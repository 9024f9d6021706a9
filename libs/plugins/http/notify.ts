import { PerceptError, toJson } from '@percept/sdk';
import { IsBoolean, IsIn, IsObject, IsOptional, IsString, JSONSchema, MaxLength, MinLength } from '@percept/sdk/decorators';
import { defineOperation } from '@percept/sdk/pipelines';

/** A receiver gets longer data by the run's id. */
const MAX_DATA_CHARACTERS = 20_000;

class NotifyInput {
  @JSONSchema({ description: 'What happened, in one line.' })
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  title!: string;

  @JSONSchema({ description: 'More about it.' })
  @IsString()
  @MaxLength(4_000)
  @IsOptional()
  message?: string;

  @JSONSchema({ description: 'How much it matters. Receivers can filter by it.' })
  @IsIn(['info', 'warning', 'error'])
  level: 'info' | 'warning' | 'error' = 'info';

  @JSONSchema({ description: 'Values for receivers that are programs, at most 20,000 characters as JSON.' })
  @IsObject()
  @IsOptional()
  data?: Record<string, unknown>;
}

class NotifyOutput {
  @JSONSchema({ description: 'The event is stored. Webhooks deliver it.' })
  @IsBoolean()
  notified!: boolean;
}

export const notify = defineOperation({
  id: 'notify',
  summary: 'Reports something that the pipeline found, as the event system.notification of the kind pipeline.',
  description: 'Webhooks deliver the event, signed and with retries. It is stored once, together with the result of the step.',
  input: NotifyInput,
  output: NotifyOutput,
  examples: [{ title: 'Stock is low', message: 'The forecast for Friday is below 20.', level: 'warning', data: { value: 17.5 } }],

  async run({ title, message, level, data }) {
    if (data && toJson(data).length > MAX_DATA_CHARACTERS) {
      throw PerceptError.invalid('data', `is larger than ${MAX_DATA_CHARACTERS} characters: send a summary.`);
    }
    const event = { data: { title, level, ...(message !== undefined && { message }), ...(data && { data }) } };
    return { output: { notified: true }, event };
  },
});
