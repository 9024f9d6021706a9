import { RUN_STATES, type RunState } from '@percept/core';
import { IsIn, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

export class HookAddressResponse {
  @IsString() id: string;
  @JSONSchema({ description: 'The URL to POST to, without a key. Shown only once.' }) @IsString() url: string;
}

/** The answer to a request that came in. */
export class AcceptedRunResponse {
  @IsString() id: string;
  @IsIn(RUN_STATES) status: RunState;
  @JSONSchema({ description: 'The URL of its state, which needs a key.' }) @IsString() status_url: string;
}
