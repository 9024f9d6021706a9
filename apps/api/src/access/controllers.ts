import type { Class } from '@percept/core';
import { AuditController, AuditEntryView } from './audit/audit.controller';
import { CreateKeyInput, UpdateKeyInput } from './keys/key-inputs';
import { CreatedKeyView, KeyView } from './keys/key-views';
import { KeysController } from './keys/keys.controller';
import { SessionController } from './sessions/session.controller';
import { PasswordInput, SessionView, SignInInput } from './sessions/session-shapes';

export const accessControllers = [KeysController, SessionController, AuditController];

/** Their bodies and answers, for the document. */
export const accessSchemas: Class[] = [
  ...[CreateKeyInput, UpdateKeyInput, KeyView, CreatedKeyView],
  ...[SignInInput, PasswordInput, SessionView, AuditEntryView],
];
