import type { Class } from '@percept/core';
import { AuditController, AuditEntryView } from '../audit/audit.controller';
import { CreateKeyInput, UpdateKeyInput } from './keys/key-requests';
import { CreatedKeyView, KeyView } from './keys/key-responses';
import { KeysController } from './keys/keys.controller';
import { SessionController } from './sessions/session.controller';
import { PasswordInput, SessionView, SignInInput } from './sessions/session-dtos';

export const accessControllers = [KeysController, SessionController, AuditController];

/** Their bodies and answers, for the document. */
export const accessSchemas: Class[] = [
  ...[CreateKeyInput, UpdateKeyInput, KeyView, CreatedKeyView],
  ...[SignInInput, PasswordInput, SessionView, AuditEntryView],
];
