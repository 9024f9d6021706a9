import type { Class } from '@percept/core';
import { AuditController, AuditEntryView } from './audit.controller';
import { CreateKeyInput, UpdateKeyInput } from './key-inputs';
import { CreatedKeyView, KeyView } from './key-views';
import { KeysController } from './keys.controller';
import { SessionController } from './session.controller';
import { PasswordInput, SessionView, SignInInput } from './session-shapes';

export const accessControllers = [KeysController, SessionController, AuditController];

/** Their bodies and answers, for the document. */
export const accessSchemas: Class[] = [
  ...[CreateKeyInput, UpdateKeyInput, KeyView, CreatedKeyView],
  ...[SignInInput, PasswordInput, SessionView, AuditEntryView],
];
