import { IsArray, IsBoolean, IsInt, IsNumber, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { orNull, TIME, OrNull, IsListOf } from '@percept/core';

export class CustomerEndpoint {
  @IsString() id: string;
  @IsString() url: string;
  @JSONSchema(orNull('string')) @IsString() description: string | null;
  @IsArray() @IsString({ each: true }) events: string[];
  @IsBoolean() active: boolean;
  @JSONSchema({ ...orNull('number'), description: 'Share of the attempts of 24 hours that it accepted, 0 to 1.' })
  @IsNumber()
  success_rate: number | null;
  @IsInt() attempts: number;
}

export class CustomerDelivery {
  @IsString() id: string;
  @IsString() webhook_id: string;
  @IsString() event_type: string;
  @IsString() state: string;
  @JSONSchema(TIME) @IsString() created_at: string;
  @IsInt() attempts: number;
  @JSONSchema({ ...orNull('integer'), description: 'Status of the last response.' }) @IsInt() status: number | null;
}

export class CustomerDay {
  @IsString() day: string;
  @IsInt() requests: number;
  @IsInt() errors: number;
}

/** The project data on the page for a customer. */
export class CustomerResponse {
  @JSONSchema({ description: 'Who offers the page, and their colour.' }) @IsString() name: string;
  @IsString() colour: string;
  @JSONSchema({ description: 'The name of the project.' }) @IsString() project: string;
  @JSONSchema({ ...TIME, description: 'When the link ends.' }) @IsString() @OrNull() expires_at: string | null;
  @IsListOf(() => CustomerEndpoint) webhooks: CustomerEndpoint[];
  @JSONSchema({ description: 'The newest 50.' })
  @IsListOf(() => CustomerDelivery)
  deliveries: CustomerDelivery[];
  @JSONSchema({ description: 'The last 30 days.' })
  @IsListOf(() => CustomerDay)
  usage: CustomerDay[];
}
