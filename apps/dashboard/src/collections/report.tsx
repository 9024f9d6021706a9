import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { answered, api } from '../api/client';
import { Confirm } from '../parts/confirm';
import { Failure } from '../parts/failure';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { counted } from '../parts/text/counted';
import { useDeleteEntries, useEntries, useEntry, useRelabel, type CollectionDetail, type TrainResult } from './queries';
import { EntryTile } from './tile';
import { similarityPercent, withInterval, WORDS } from './words';

/** How many entries of the other class are shown beside the confused ones. */
const BESIDE = 4;
/** How many confused entries of two classes are shown. */
const SHOWN = 12;

const COLUMNS: TableColumn<TrainResult['classes'][number]>[] = [
  { head: 'Class', cell: ({ label }) => label },
  { head: 'Entries', cell: ({ entries }) => entries },
  { head: 'Named rightly', cell: ({ recall }) => similarityPercent(recall) },
];

/** Shows the accuracy of a taught model and what it confuses. */
export function Report({ of: taught, collection }: { of: TrainResult; collection: CollectionDetail }) {
  const { model, version, accuracy, interval, refused, classes, confused, warnings, duration_ms } = taught;
  const words = WORDS[collection.kind];
  return (
    <Stack>
      <Paper withBorder p="md" role="status">
        <Text fw={600}>
          {model} {version} is taught
        </Text>
        <Text size="sm">
          Of the {words.other} that it was not trained on, it named {withInterval(accuracy, interval)} correctly. It took{' '}
          {similarityPercent(refused)} of them for none of the classes. That took{' '}
          {counted(Math.max(1, Math.round(duration_ms / 1_000)), 'second')}.
        </Text>
        <Text size="sm">
          It is listed among the{' '}
          <Anchor component={Link} href="/models" size="sm" underline="always">
            models
          </Anchor>
          {collection.kind === 'states' && (
            <>
              , and the pipeline{' '}
              <Anchor component={Link} href="/pipelines/gate" size="sm" underline="always">
                gate
              </Anchor>{' '}
              shows how to watch a camera with it
            </>
          )}
          .
        </Text>
        {Number(version) > 1 && <GoBack model={model} version={version} />}
      </Paper>
      {warnings.map((warning) => (
        <Text key={warning} size="sm">
          {warning}
        </Text>
      ))}
      <RowsTable label="Classes" rows={classes} columns={COLUMNS} keyOf={({ label }) => label} />
      {confused.length > 0 && (
        <Title order={3} size="h4">
          What it confuses
        </Title>
      )}
      {confused.map((pair) => (
        <ConfusedPair key={JSON.stringify([pair.label, pair.as])} of={pair} collection={collection} />
      ))}
    </Stack>
  );
}

/** Puts the previous version back into use. */
function GoBack({ model: name, version }: { model: string; version: string }) {
  const client = useQueryClient();
  const [now, setNow] = useState<string>();
  const goBack = async (): Promise<void> => {
    const { version: before } = await answered(api.POST('/v2/models/{name}/rollback', { params: { path: { name } }, body: {} }));
    setNow(before ?? undefined);
    await client.invalidateQueries({ queryKey: ['models'] });
  };
  if (now !== undefined)
    return (
      <Text size="sm" role="status">
        {name} answers with version {now} again.
      </Text>
    );
  return (
    <Confirm
      label="Go back to the version before"
      size="xs"
      title={`Go back from ${name} ${version}?`}
      consequence={`The version before answers again. Version ${version} is kept: “percept models rollback ${name} --to ${version}” returns to it.`}
      onConfirm={goBack}
    />
  );
}

/** Entries mistaken for another class, beside some entries of that class. */
function ConfusedPair({
  of: { label, as, entries },
  collection,
}: {
  of: TrainResult['confused'][number];
  collection: CollectionDetail;
}) {
  const { name, kind } = collection;
  const words = WORDS[kind];
  const [settled, setSettled] = useState<ReadonlySet<string>>(new Set());
  const others = useEntries(name, as);
  const left = entries.filter((id) => !settled.has(id));
  const settle = (id: string) => setSettled((before) => new Set([...before, id]));
  return (
    <section className="class" aria-label={`${label} taken for ${as}`}>
      <Text fw={600} size="sm" mb="xs">
        {counted(entries.length, words.one, words.other)} of {label} taken for {as}
      </Text>
      <div className="beside">
        <ul className="gallery" aria-label={`${label} taken for ${as}`}>
          {left.slice(0, SHOWN).map((id) => (
            <ConfusedTile key={id} id={id} label={label} as={as} collection={name} onSettled={() => settle(id)} />
          ))}
          {left.length === 0 && (
            <li>
              <Text size="sm">Settled. Teach again.</Text>
            </li>
          )}
        </ul>
        <div>
          <Text size="xs" mb={4}>
            Some of {as}
          </Text>
          <ul className="gallery" aria-label={`Some of ${as}`}>
            {(others.data?.pages[0]?.entries ?? []).slice(0, BESIDE).map((entry) => (
              <EntryTile key={entry.id} of={entry} name={as} />
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}

interface ConfusedTileProps {
  id: string;
  label: string;
  as: string;
  collection: string;
  onSettled: () => void;
}

/** One confused entry, with the actions for it. */
function ConfusedTile({ id, label, as, collection, onSettled }: ConfusedTileProps) {
  const entry = useEntry(collection, id);
  const relabel = useRelabel(collection);
  const remove = useDeleteEntries(collection);
  if (!entry.data) return null;
  return (
    <EntryTile of={entry.data} name={`${label}, taken for ${as}`}>
      <Group gap={4} mt={4}>
        <Button
          size="compact-xs"
          variant="default"
          loading={relabel.isPending}
          onClick={() => relabel.mutate({ ids: [id], label: as }, { onSuccess: onSettled })}
        >
          It is {as}
        </Button>
        <Button
          size="compact-xs"
          variant="default"
          loading={remove.isPending}
          onClick={() => remove.mutate([id], { onSuccess: onSettled })}
        >
          Delete
        </Button>
      </Group>
      {(relabel.error ?? remove.error) && <Failure error={relabel.error ?? remove.error} />}
    </EntryTile>
  );
}
