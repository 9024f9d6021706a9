import { Button, FileInput, Group, PasswordInput, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { Copyable } from '../parts/copyable';
import { Failure } from '../parts/failure';
import { resolved, type ApiDocument, type DescribedOperation, type ShownSchema } from './document';
import { makeExample } from './example';
import { useSend, type Filled } from './queries';

/** Sends a request to this service, with a key or as the signed-in user. */
export function TryIt({ of, document }: { of: DescribedOperation; document: ApiDocument }) {
  const media = of.bodies['application/json'];
  const [filled, setFilled] = useState<Filled>(() => ({
    parameters: {},
    key: '',
    json: media && JSON.stringify(makeExample(document, media), null, 2),
  }));
  const sending = useSend(of);
  const change = (part: Partial<Filled>) => setFilled({ ...filled, ...part });
  const lacks = of.parameters.some(({ name, in: place }) => place === 'path' && !filled.parameters[name]);
  const part = filePartOf(document, of);
  const changes = of.method !== 'GET';
  return (
    <Stack gap="sm">
      <Title order={3}>Try it here</Title>
      <PasswordInput
        label="API key"
        description="Leave it empty to use your dashboard session."
        visibilityToggleButtonProps={{ 'aria-label': 'Show the key' }}
        autoComplete="off"
        value={filled.key}
        onChange={(event) => change({ key: event.target.value })}
      />
      {of.parameters.map(({ name, in: place, required }) => (
        <TextInput
          key={name}
          label={`${name} (${place})`}
          withAsterisk={required}
          value={filled.parameters[name] ?? ''}
          onChange={(event) => change({ parameters: { ...filled.parameters, [name]: event.target.value } })}
        />
      ))}
      {part && (
        <FileInput
          label={`${part} (file)`}
          description="Sent as a form. The body below becomes its other fields."
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
          value={filled.file?.content ?? null}
          onChange={(file) => change({ file: file ? { part, content: file } : undefined, json: file ? '{}' : filled.json })}
        />
      )}
      {media && (
        <Textarea
          label="Body (JSON)"
          autosize
          minRows={3}
          maxRows={16}
          classNames={{ input: 'field-name' }}
          value={filled.json ?? ''}
          onChange={(event) => change({ json: event.target.value })}
        />
      )}
      <Group>
        <Button onClick={() => sending.mutate(filled)} loading={sending.isPending} disabled={lacks}>
          Send {of.method}
        </Button>
        {changes && <Text size="sm">This sends a real request to this service.</Text>}
      </Group>
      {sending.isError && <Failure error={sending.error} />}
      {sending.data && (
        <Stack gap="xs">
          <Text size="sm" role="status">
            Answered {sending.data.status} in {sending.data.ms} ms
          </Text>
          {sending.data.text && <Copyable text={sending.data.text} label="Copy the answer" maxHeight={420} />}
        </Stack>
      )}
    </Stack>
  );
}

/** The name of the form part that takes the file. */
function filePartOf(document: ApiDocument, { bodies }: DescribedOperation): string | undefined {
  const form = resolved<ShownSchema>(document, bodies['multipart/form-data']?.schema ?? {});
  return Object.entries(form.properties ?? {}).find(([, { format }]) => format === 'binary')?.[0];
}
