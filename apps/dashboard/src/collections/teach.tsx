import { Button, Checkbox, Group, Progress, Stack, Text, TextInput } from '@mantine/core';
import { useEffect, useState, type FormEvent } from 'react';
import { Failure } from '../parts/failure';
import { counted } from '../parts/text/counted';
import { useTeach, type CollectionDetail } from './queries';
import { Report } from './report';
import { TryModel } from './try-model';
import { WORDS } from './words';

/** Entries of a class that a model needs, and that make it a good one. */
const NEEDED = 2;
const GOOD = 10;
const SECOND_MS = 1_000;

/** Teaches a model with the classes of a collection, and tells how good it is. */
export function Teach({ of: collection }: { of: CollectionDetail }) {
  const { name, kind, labels } = collection;
  const [model, setModel] = useState(name);
  const [force, setForce] = useState(false);
  const teach = useTeach(name);
  const classes = labels.filter(({ label }) => label !== null);
  const small = classes.filter(({ entries }) => entries < NEEDED);
  const isEnough = classes.length >= 2 && small.length === 0;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    teach.mutate({ model, force });
  };
  return (
    <Stack>
      <Text size="sm">
        A model learns to tell the {counted(classes.length, 'class', 'classes')} apart and says so where a {WORDS[kind].one} is
        none of them. Ten to twenty {WORDS[kind].other} of each make a good one.
      </Text>
      <Lacking classes={classes} />
      <form onSubmit={submit}>
        <Group align="flex-end">
          <TextInput
            label="Name of the model"
            value={model}
            onChange={(event) => setModel(event.target.value)}
            disabled={teach.isPending}
          />
          <Button type="submit" disabled={!isEnough || model === '' || teach.isPending}>
            Teach
          </Button>
          <Checkbox
            label="Replace a model that was better"
            checked={force}
            onChange={(event) => setForce(event.currentTarget.checked)}
          />
        </Group>
      </form>
      {teach.isPending && <Teaching />}
      {teach.isError && <Failure error={teach.error} />}
      {teach.data && !teach.isPending && (
        <>
          <Report of={teach.data} collection={collection} />
          <TryModel key={teach.data.version} kind={kind} model={teach.data.model} />
        </>
      )}
    </Stack>
  );
}

/** What the model needs, and what would make it better. */
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

/** How long it has taken: the service learns in one go. */
function Teaching() {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <div className="adding">
      <Text size="sm" role="status">
        Teaching, and testing on what it has not seen …
      </Text>
      <Text size="sm">{counted(seconds, 'second')} so far. Two hundred pictures take about ten.</Text>
      <Progress value={100} striped animated aria-label="Teaching" />
    </div>
  );
}
