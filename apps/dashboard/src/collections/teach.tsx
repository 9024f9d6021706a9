import { Button, Checkbox, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Failure } from '../parts/failure';
import { counted } from '../parts/text/counted';
import { useTraining, type CollectionDetail, type EntryKind, type Training } from './queries';
import { RegionChoice, type FractionRegion } from './region';
import { Report } from './report';
import { TryModel } from './try-model';
import { WORDS } from './words';

/** How many entries of a class a model needs, and how many make it good. */
const NEEDED = 2;
const GOOD = 10;

/** Teaches a model the classes of a collection, and shows its quality. */
export function Teach({ of: collection }: { of: CollectionDetail }) {
  const { name, kind, labels } = collection;
  const [model, setModel] = useState(name);
  const [force, setForce] = useState(false);
  const [region, setRegion] = useState((collection.training?.region ?? null) as FractionRegion | null);
  const { starting, cancelling, training } = useTraining(collection);
  const isRunning = starting.isPending || training?.status === 'running';
  const classes = labels.filter(({ label }) => label !== null);
  const small = classes.filter(({ entries }) => entries < NEEDED);
  const isEnough = classes.length >= 2 && small.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    starting.mutate({ model, force, ...(region && { region, crop: true }) });
  };
  return (
    <Stack>
      <Text size="sm">
        A model learns to tell the {counted(classes.length, 'class', 'classes')} apart and says so where a {WORDS[kind].one} is
        none of them. Ten to twenty {WORDS[kind].other} of each make a good one.
      </Text>
      <Lacking classes={classes} />
      {kind !== 'texts' && <RegionChoice of={collection} region={region} onChange={setRegion} />}
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label="Name of the model"
            value={model}
            onChange={(event) => setModel(event.target.value)}
            disabled={isRunning}
          />
          <Button type="submit" disabled={!isEnough || model === '' || isRunning}>
            Teach
          </Button>
          <Checkbox
            label="Replace a model that was better"
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
        </Group>
      </form>
      {training?.status === 'running' && (
        <>
          <Teaching of={training} kind={kind} />
          <Group>
            <Button size="xs" variant="default" onClick={() => cancelling.mutate()} loading={cancelling.isPending}>
              Cancel
            </Button>
          </Group>
        </>
      )}
      {starting.isError && <Failure error={starting.error} />}
      {training?.reason && !starting.isPending && (
        <Text size="sm" role="alert" c={training.status === 'failed' ? 'var(--grave)' : undefined}>
          {training.reason}
        </Text>
      )}
      {training?.result && !starting.isPending && (
        <>
          <Report of={training.result} collection={collection} />
          <TryModel key={training.result.version} kind={kind} model={training.result.model} />
        </>
      )}
    </Stack>
  );
}

/** What the model still needs, and what would improve it. */
function Lacking({ classes }: { classes: CollectionDetail['labels'] }) {
  if (classes.length < 2)
    return <Text size="sm">It needs two classes at least: add entries with two names on the first tab.</Text>;
  const few = classes.filter(({ entries }) => entries < GOOD);
  if (few.length === 0) return null;
  return (
    <Text size="sm">
      {few.map(({ label, entries }) => `${label} has ${entries}`).join(', ')}:{' '}
      {few.some(({ entries }) => entries < NEEDED) ? `${NEEDED} are needed, and ${GOOD} are better.` : `${GOOD} are better.`}
    </Text>
  );
}

/** The progress that the service reports. */
function Teaching({ of: { stage, done, total }, kind }: { of: Training; kind: EntryKind }) {
  const says = {
    waiting: 'Waiting for its turn …',
    describing:
      kind === 'texts'
        ? `Reading texts that are of no class: ${done} of ${total}`
        : `Looking at that part of the pictures: ${done} of ${total}`,
    learning: `Learning, and testing on what it has not seen: ${done} of ${total} rounds`,
  }[stage];
  return (
    <div className="adding">
      <Text size="sm" role="status">
        {says}
      </Text>
      <Progress value={total > 0 ? (100 * done) / total : 0} striped animated aria-label="Teaching" />
    </div>
  );
}
