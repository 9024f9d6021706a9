import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Failure } from '../parts/failure';
import { counted } from '../parts/text/counted';
import { useAddText, type CollectionDetail } from './queries';
import { WORDS } from './words';

/** Adds texts to a class, one per line. */
export function AddTexts({ of: { name, kind } }: { of: CollectionDetail }) {
  const [text, setText] = useState('');
  const [label, setLabel] = useState('');
  const add = useAddText(name);
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    let left = lines;
    try {
      for (const line of lines) {
        await add.mutateAsync({ text: line, ...(label.trim() !== '' && { label: label.trim() }) });
        left = left.slice(1);
      }
    } catch {
      // Refused lines stay in the field, below the reason.
    }
    setText(left.join('\n'));
  };
  return (
    <form onSubmit={(event) => void submit(event)} className="class">
      <Stack gap="xs">
        <Textarea
          label="Texts"
          description="One on each line"
          rows={3}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Group align="flex-end">
          <TextInput
            label="Class"
            description={`The name, ${WORDS[kind].groupHint}`}
            maxLength={100}
            value={label}
            onChange={(event) => setLabel(event.target.value)}
          />
          <Button type="submit" variant="default" disabled={lines.length === 0} loading={add.isPending}>
            {lines.length === 0 ? 'Add' : `Add ${counted(lines.length, 'text')}`}
          </Button>
        </Group>
        {add.isError && <Failure error={add.error} />}
      </Stack>
    </form>
  );
}
