import { duration, map, oneOf, readKeywords, required, text, type Keyword } from '@percept/sdk/pipelines';

type Fields = Parameters<Keyword['read']>[0];

const DAY_MS = 86_400_000;
const DEFAULT_TOLERANCE_MS = 300_000;
const SECRET = /^\s*\$\{\{\s*secrets\.(\w+)\s*\}\}\s*$/;
const TOPIC = /^arn:aws[a-z-]*:sns:[a-z0-9-]+:\d{12}:[\w-]+(\.fifo)?$/;

const ALGORITHMS = ['sha256', 'sha1', 'sha384', 'sha512'] as const;
const ENCODINGS = ['hex', 'base64', 'base64url'] as const;

/** How a webhook trigger recognizes its sender. Secrets are given by name. */
export type Verification =
  | Hmac
  | { kind: 'sns'; topic: string }
  | { kind: (typeof TIMED)[number] | 'github'; secret: string; toleranceMs: number };

interface Hmac {
  kind: 'hmac';
  secret: string;
  header: string;
  algorithm: (typeof ALGORITHMS)[number];
  encoding: (typeof ENCODINGS)[number];
  prefix: string;
}

function secret(description: string): Keyword<string> {
  return {
    description,
    values: '`${{ secrets.NAME }}`',
    schema: { type: 'string', pattern: SECRET.source },
    read(fields, name) {
      const given = fields.text(name);
      const found = given === undefined ? undefined : SECRET.exec(given)?.[1];
      if (given !== undefined && found === undefined)
        fields.refuse(name, 'must be a secret alone, such as "${{ secrets.HOOK }}"');
      return found;
    },
  };
}

/** The keywords of `hmac`. */
export const HMAC_KEYWORDS = {
  header: required(text('The header that has the signature.', 'name')),
  secret: required(secret('The secret that sender and receiver share.')),
  algorithm: oneOf(ALGORITHMS, 'The hash; `sha256` when absent.'),
  encoding: oneOf(ENCODINGS, 'How the signature is written; `hex` when absent.'),
  prefix: text('The text before the signature, such as `sha256=`.'),
};

/** Senders that also sign the time. */
const TIMED = ['stripe', 'slack', 'standard-webhooks'] as const;

/** The keywords of `verify`. */
export const VERIFY_KEYWORDS = {
  github: secret('The secret of a GitHub webhook (`X-Hub-Signature-256`).'),
  stripe: secret('The signing secret of a Stripe endpoint (`Stripe-Signature`).'),
  slack: secret('The signing secret of a Slack app (`X-Slack-Signature`).'),
  'standard-webhooks': secret('The secret (`whsec_…`) of a sender that follows Standard Webhooks, such as Percept or Svix.'),
  sns: text('The ARN of the Amazon SNS topic whose messages are accepted.', 'ARN'),
  hmac: map(HMAC_KEYWORDS, 'Any other HMAC over the body.'),
  tolerance: duration(
    DAY_MS,
    'How far the signed time may be from now; 5m when absent. For `stripe`, `slack` and `standard-webhooks`.',
  ),
};

const KINDS = ['github', ...TIMED, 'sns', 'hmac'] as const;

/** Reads `verify`. Mistakes are reported to `fields`. */
export function readVerification(fields: Fields): Verification | undefined {
  const own = fields.map('verify');
  if (!own) return undefined;
  const read = readKeywords(own, VERIFY_KEYWORDS, "'verify'");
  const given = KINDS.filter((kind) => own.has(kind));
  const [kind] = given;
  if (given.length !== 1 || !kind) {
    fields.refuse('verify', `needs exactly one of ${KINDS.join(', ')}`);
    return undefined;
  }
  const isTimed = TIMED.some((each) => each === kind);
  if (read.tolerance !== undefined && !isTimed) own.refuse('tolerance', `is for ${TIMED.join(', ')}: ${kind} signs no time`);
  if (kind === 'hmac') return readHmac(own);
  const value = read[kind];
  if (value === undefined) return undefined;
  if (kind !== 'sns') return { kind, secret: value, toleranceMs: read.tolerance ?? DEFAULT_TOLERANCE_MS };
  if (!TOPIC.test(value)) own.refuse('sns', 'must be the ARN of a topic, such as arn:aws:sns:eu-central-1:123456789012:photos');
  return { kind, topic: value };
}

function readHmac(fields: Fields): Hmac | undefined {
  const own = fields.map('hmac');
  if (!own) return undefined;
  const { header, secret, algorithm = 'sha256', encoding = 'hex', prefix = '' } = readKeywords(own, HMAC_KEYWORDS, "'hmac'");
  return header && secret ? { kind: 'hmac', secret, header: header.toLowerCase(), algorithm, encoding, prefix } : undefined;
}
