import { RUN_STATES, type RunState } from '@percept/core';
import { IsIn, IsString } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

export class HookAddressResponse {
  @IsString() id: string;
  @JSONSchema({ description: 'Where to POST, without a key. Shown this once.' }) @IsString() url: string;
}

/** The answer to a request that came in. */
export class AcceptedRunResponse {
  @IsString() id: string;
  @IsIn(RUN_STATES) status: RunState;
  @JSONSchema({ description: 'Where its state is fetched, with a key.' }) @IsString() status_url: string;
}
