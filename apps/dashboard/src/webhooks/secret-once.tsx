import { Alert, Stack, Text } from '@mantine/core';
import { Copyable } from '../parts/copyable';

const verify = (secret: string): string => `import { Webhook } from 'standardwebhooks';

const event = new Webhook('${secret}').verify(rawBody, headers); // throws if it is not from Percept`;

/** An endpoint's secret, and how the receiver checks signatures with it. */
export function SecretOnce({ secret }: { secret: string }) {
  return (
    <Stack>
      <Alert variant="light" color="indigo" title="Copy the secret now">
        <Text size="sm">It is not shown again. Your receiver checks the signature of every delivery with it.</Text>
      </Alert>
      <Copyable text={secret} label="Copy secret" />
      {secret.startsWith('whsec_') && <Copyable text={verify(secret)} label="Copy code" />}
    </Stack>
  );
}
