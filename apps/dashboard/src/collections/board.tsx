import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '../parts/confirm';
import { Failure } from '../parts/failure';
import { counted } from '../parts/text/counted';
import { AddTexts } from './add-texts';
import { Adding, ClassSection } from './class-section';
import { DropTarget, FileChoice } from './drop-target';
import { useDeleteEntries, useRelabel, type CollectionDetail, type EntryLabel, type CountedLabel } from './queries';
import { useUploads, type Upload } from './uploads';
import { WORDS } from './words';

const NONE: ReadonlySet<string> = new Set();

/** The entries of a collection, grouped by label. Users drop in, move and delete entries. */
export function Board({ of: collection }: { of: CollectionDetail }) {
  const [chosen, setChosen] = useState(NONE);
  const { upload, add } = useUploads(collection.name);
  const choose = (id: string) =>
    setChosen((before) => (before.has(id) ? new Set([...before].filter((each) => each !== id)) : new Set([...before, id])));
  const sections = inOrder(collection.labels);
  return (
    <Stack>
      {collection.kind === 'texts' ? (
        <AddTexts of={collection} />
      ) : (
        <NewClass of={collection} upload={upload} onFiles={(files, label) => void add(files, label)} />
      )}
      {sections.map((count) => (
        <ClassSection
          key={count.label ?? ''}
          of={collection}
          count={count}
          upload={upload}
          onFiles={(files) => void add(files, count.label)}
          chosen={chosen}
          onChoose={choose}
        />
      ))}
      {chosen.size > 0 && <ChosenBar of={collection} chosen={[...chosen]} onDone={() => setChosen(NONE)} />}
    </Stack>
  );
}

/** Unlabelled entries come first, because they wait for a label. */
const inOrder = (labels: readonly CountedLabel[]): CountedLabel[] =>
  [...labels].sort((one, other) => Number(one.label !== null) - Number(other.label !== null));

interface NewClassProps {
  of: CollectionDetail;
  upload?: Upload;
  onFiles: (files: File[], label: EntryLabel) => void;
}

/** Adds pictures for a new class, or without a class. */
function NewClass({ of: { kind, labels }, upload, onFiles }: NewClassProps) {
  const [name, setName] = useState('');
  const { newGroup, groupHint, other } = WORDS[kind];
  const label = name.trim() === '' ? null : name.trim();
  const take = (files: File[]) => {
    onFiles(files, label);
    setName('');
  };
  const isOurs = upload && !labels.some((each) => each.label === upload.label);
  return (
    <DropTarget label={newGroup} onFiles={take}>
      <Group align="flex-end">
        <TextInput
          label={newGroup}
          description={`The name, ${groupHint}. Without one, ${other} wait for it.`}
          value={name}
          maxLength={100}
          onChange={(event) => setName(event.target.value)}
        />
        <FileChoice
          label={label ? `Drop pictures of ${label} here, or choose them` : 'Drop pictures here, or choose them'}
          onFiles={take}
        />
      </Group>
      {isOurs && <Adding upload={upload} />}
    </DropTarget>
  );
}

interface ChosenBarProps {
  of: CollectionDetail;
  chosen: readonly string[];
  onDone: () => void;
}

/** Actions for the chosen entries. The bar stays visible. */
function ChosenBar({ of: { name, kind, labels }, chosen, onDone }: ChosenBarProps) {
  const relabel = useRelabel(name);
  const remove = useDeleteEntries(name);
  const [other, setOther] = useState('');
  const { one, other: several, group, unlabelled } = WORDS[kind];
  const what = counted(chosen.length, one, several);
  const named = labels.flatMap(({ label }) => (label === null ? [] : [label]));
  const move = (label: EntryLabel) => relabel.mutate({ ids: chosen, label }, { onSuccess: onDone });
  return (
    <Stack className="chosen" gap="xs" role="region" aria-label="Chosen">
      <Group align="flex-end" gap="xs">
        <Text size="sm" fw={600}>
          {what} chosen
        </Text>
        <NativeSelect
          size="xs"
          aria-label="Move to"
          value=""
          disabled={relabel.isPending}
          data={[
            { value: '', label: 'Move to …' },
            ...named.map((label) => ({ value: `=${label}`, label })),
            { value: '-', label: unlabelled },
          ]}
          onChange={({ target }) => target.value !== '' && move(target.value === '-' ? null : target.value.slice(1))}
        />
        <TextInput
          size="xs"
          aria-label={`Another ${group}`}
          placeholder={`another ${group}`}
          maxLength={100}
          value={other}
          onChange={(event) => setOther(event.target.value)}
        />
        <Button
          size="xs"
          variant="default"
          disabled={other.trim() === ''}
          loading={relabel.isPending}
          onClick={() => move(other.trim())}
        >
          Move
        </Button>
        <Confirm
          label="Delete"
          size="xs"
          grave
          title={`Delete ${what}?`}
          consequence="They are deleted for good, with what was computed from them."
          onConfirm={async () => {
            await remove.mutateAsync(chosen);
            onDone();
          }}
        />
        <Button size="xs" variant="subtle" onClick={onDone}>
          Choose none
        </Button>
      </Group>
      {relabel.isError && <Failure error={relabel.error} />}
    </Stack>
  );
}
