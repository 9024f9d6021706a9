import { IsArray, IsBoolean, IsInt, IsNumber, IsString, OrNull, IsListOf, JSONSchema, IsTime } from '@percept/sdk/decorators';

export class CustomerEndpoint {
  @IsString() id: string;
  @IsString() url: string;
  @IsString() @OrNull() description: string | null;
  @IsArray() @IsString({ each: true }) events: string[];
  @IsBoolean() active: boolean;
  @JSONSchema({ description: 'Share of the attempts of 24 hours that it accepted, 0 to 1.' })
  @IsNumber()
  @OrNull()
  success_rate: number | null;
  @IsInt() attempts: number;
}

export class CustomerDelivery {
  @IsString() id: string;
  @IsString() webhook_id: string;
  @IsString() event_type: string;
  @IsString() state: string;
  @IsTime() created_at: string;
  @IsInt() attempts: number;
  @JSONSchema({ description: 'Status of the last response.' }) @IsInt() @OrNull() status: number | null;
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
  @IsTime('When the link ends.') @OrNull() expires_at: string | null;
  @IsListOf(() => CustomerEndpoint) webhooks: CustomerEndpoint[];
  @JSONSchema({ description: 'The newest 50.' })
  @IsListOf(() => CustomerDelivery)
  deliveries: CustomerDelivery[];
  @JSONSchema({ description: 'The last 30 days.' })
  @IsListOf(() => CustomerDay)
  usage: CustomerDay[];
}
