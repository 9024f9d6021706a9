import type { Class } from '@percept/core';
import { AuditController, AuditEntryResponse } from '../audit/audit.controller';
import { CreateKeyRequest, UpdateKeyRequest } from './keys/key-requests';
import { CreatedKeyResponse, KeyResponse } from './keys/key-responses';
import { KeysController } from './keys/keys.controller';
import { SessionController } from './sessions/session.controller';
import { SetPasswordRequest, SessionResponse, SignInRequest } from './sessions/session-dtos';

export const accessControllers = [KeysController, SessionController, AuditController];

/** Their bodies and answers, for the document. */
export const accessSchemas: Class[] = [
  ...[CreateKeyRequest, UpdateKeyRequest, KeyResponse, CreatedKeyResponse],
  ...[SignInRequest, SetPasswordRequest, SessionResponse, AuditEntryResponse],
];
