import { Injectable } from '@nestjs/common';
import { Config, SecretBox } from '@percept/core';
import { randomBytes, randomInt } from 'node:crypto';
import type { ApiKeyEntity } from './api-key.entity';

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const ID_LENGTH = 16;
/** As many random bytes as AWS gives: 40 characters of Base64. */
const SECRET_BYTES = 30;

/** The pair that an AWS client signs with. */
export interface AwsPair {
  accessKeyId: string;
  secretAccessKey: string;
}

type StoredPair = Pick<ApiKeyEntity, 'aws_access_key_id' | 'aws_encrypted_secret'>;

/** AWS-style pairs. Checking a signature takes the secret itself, so it is stored encrypted and not as a hash. */
@Injectable()
export class AwsPairs {
  private opened?: SecretBox;

  constructor(private readonly config: Config) {}

  make(): { pair: AwsPair; stored: StoredPair } {
    const accessKeyId = `PKIA${Array.from({ length: ID_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')}`;
    const secretAccessKey = randomBytes(SECRET_BYTES).toString('base64');
    const aws_encrypted_secret = this.box.seal(secretAccessKey, accessKeyId);
    return { pair: { accessKeyId, secretAccessKey }, stored: { aws_access_key_id: accessKeyId, aws_encrypted_secret } };
  }

  /** @throws Error if the installation has lost the key that encrypted the secret. */
  secretOf({ aws_access_key_id, aws_encrypted_secret }: ApiKeyEntity): string {
    return this.box.open(aws_encrypted_secret!, aws_access_key_id!);
  }

  /** Opened with the first use: commands that need no pair need no key file. */
  private get box(): SecretBox {
    return (this.opened ??= SecretBox.of(this.config));
  }
}
