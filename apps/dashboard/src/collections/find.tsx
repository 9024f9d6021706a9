import { Button, Loader, Stack, Text, Textarea } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { DropZone, MEDIA_HINTS } from '../parts/fields/drop-zone';
import { Failure } from '../parts/failure';
import { useCollectionSearch, type CollectionDetail } from './queries';
import { EntryTile } from './tile';
import { similarityPercent, WORDS } from './words';

/** Finds the entries most similar to a picture or a text. */
export function Find({ of: collection }: { of: CollectionDetail }) {
  const { name, kind, entries } = collection;
  const search = useCollectionSearch(name);
  const words = WORDS[kind];
  if (entries === 0) return <Text size="sm">The collection is empty: add {words.other} first.</Text>;
  const find = (what: File | string) => search.mutate(what);
  return (
    <Stack>
      {kind === 'texts' ? (
        <FindText onFind={find} isPending={search.isPending} />
      ) : (
        <DropZone
          label="Drop a picture to find those like it, or choose one"
          hint={MEDIA_HINTS.image}
          accept="image/*"
          onFile={find}
        />
      )}
      {search.variables instanceof File && <Looked file={search.variables} />}
      {search.isPending && <Loader size="sm" role="status" aria-label="Looking" />}
      {search.isError && <Failure error={search.error} />}
      {search.data && (
        <ul className="gallery" aria-label="Most alike">
          {search.data.map((entry) => {
            const says = `${entry.label ?? words.unlabelled}, ${similarityPercent(entry.similarity)} alike`;
            return (
              <EntryTile key={entry.id} of={entry} name={says}>
                <Text size="xs">{says}</Text>
              </EntryTile>
            );
          })}
        </ul>
      )}
    </Stack>
  );
}

function FindText({ onFind, isPending }: { onFind: (text: string) => void; isPending: boolean }) {
  const [text, setText] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onFind(text);
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs" align="flex-start">
        <Textarea
          w="100%"
          label="A text"
          description="Those that say nearly the same are found, in other languages too"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button type="submit" disabled={text.trim() === ''} loading={isPending}>
          Find
        </Button>
      </Stack>
    </form>
  );
}

/** A small view of the dropped picture. */
export function Looked({ file }: { file: File }) {
  const source = useSource(file);
  return source ? <img src={source} alt="What was dropped" className="looked" /> : null;
}

/** An object URL for a file of the user. */
export function useSource(file: File | undefined): string | undefined {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    if (!file) return setSource(undefined);
    const url = URL.createObjectURL(file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return source;
}
