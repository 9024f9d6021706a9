import { Button, Loader, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ask, postForm } from '../api/client';
import { DropZone, MEDIA_HINTS } from '../parts/fields/drop-zone';
import { Failure } from '../parts/failure';
import { Looked } from './find';
import { formWith, type EntryKind } from './queries';
import { similarityPercent } from './words';

interface Classified {
  classifications: { label: string; confidence: number }[];
}

/** The lowest score at which the label counts as the answer. */
const SURE = 0.5;

/** Tries the model on a new picture or text, and shows its answer. */
export function TryModel({ kind, model }: { kind: EntryKind; model: string }) {
  const [text, setText] = useState('');
  const classify = useMutation({
    mutationFn: (what: File | string) =>
      typeof what === 'string'
        ? ask<Classified>('POST', '/v2/text/classify', { text: what, model })
        : postForm<Classified>('/v2/vision/classify', formWith(what, { model })),
  });
  return (
    <Stack gap="xs">
      <Title order={3} size="h4">
        Try it
      </Title>
      {kind === 'texts' ? (
        <>
          <Textarea label="A text that it has not seen" value={text} onChange={(event) => setText(event.target.value)} />
          <Button w="max-content" variant="default" disabled={text.trim() === ''} onClick={() => classify.mutate(text)}>
            Ask the model
          </Button>
        </>
      ) : (
        <DropZone
          label="Drop a picture that it has not seen, or choose one"
          hint={MEDIA_HINTS.image}
          accept="image/*"
          onFile={(file) => classify.mutate(file)}
        />
      )}
      {classify.variables instanceof File && <Looked file={classify.variables} />}
      {classify.isPending && <Loader size="sm" role="status" aria-label="Asking the model" />}
      {classify.isError && <Failure error={classify.error} />}
      {classify.data && (
        <Text role="status" fw={600}>
          {toWords(classify.data)}
        </Text>
      )}
    </Stack>
  );
}

function toWords({ classifications: [first] }: Classified): string {
  if (!first) return 'None of the classes';
  return first.confidence < SURE
    ? `None of the classes; most like ${first.label} (${similarityPercent(first.confidence)})`
    : `${first.label} (${similarityPercent(first.confidence)})`;
}
