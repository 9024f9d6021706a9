import { IsArray, IsIn, IsObject, IsString, OrNull, JSONSchema } from '@percept/sdk/decorators';

const MEDIA = ['image', 'video', 'document'] as const;
const described = (description: string) => JSONSchema({ description });

/** A capability in a list. */
export class CapabilitySummaryResponse {
  @IsString() id: string;
  @described('The path of its route, for POST.') @IsString() path: string;
  @IsString() summary: string;
  @described('The kind of file that it takes, in this part of a form; null if it takes none.')
  @IsIn(MEDIA)
  @OrNull()
  accepts: (typeof MEDIA)[number] | null;
  @described('The tasks of the models that it may use.') @IsString({ each: true }) @IsArray() model_tasks: string[];
}

/** A capability with everything that a form for it needs. */
export class CapabilityResponse extends CapabilitySummaryResponse {
  @IsString() @OrNull() description: string | null;
  @described('The parameters of which exactly one carries the file: its content, its URL, its Base64 data.')
  @IsString({ each: true })
  @IsArray()
  media_fields: string[];
  @JSONSchema({ description: 'JSON Schema of the body.', additionalProperties: true }) @IsObject() input: Record<string, unknown>;
  @JSONSchema({ description: 'JSON Schema of the answer.', additionalProperties: true }) @IsObject() output: Record<
    string,
    unknown
  >;
  @described('Bodies that work as they are, but for their media.') @IsArray() examples: Record<string, unknown>[];
}
