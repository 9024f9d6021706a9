import { Button, Group, Stack, TagsInput, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { wrongWith } from '../api/client';
import { Failure } from '../parts/failure';
import { useGrant, type Project } from './projects';

/** Chooses the folders and buckets of the service that a project may use. */
export function GrantsForm({ project, onDone }: { project: Project; onDone: () => void }) {
  const [roots, setRoots] = useState(project.roots ?? []);
  const [buckets, setBuckets] = useState(project.buckets ?? []);
  const grant = useGrant(project.id);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    grant.mutate({ roots, buckets }, { onSuccess: onDone });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text size="sm">
          Its own folder is <code>files/{project.id}</code> in the data folder. Grant more of what PERCEPT_DATA_ROOTS and
          PERCEPT_S3_BUCKETS open; * stands for all of it.
        </Text>
        <TagsInput
          label="Folders"
          data-autofocus
          value={roots}
          error={wrongWith(grant.error, 'roots')}
          onChange={setRoots}
          placeholder="/data/acme"
          acceptValueOnBlur
        />
        <TagsInput
          label="Buckets"
          value={buckets}
          error={wrongWith(grant.error, 'buckets')}
          onChange={setBuckets}
          placeholder="photos/acme"
          acceptValueOnBlur
        />
        {grant.isError && <Failure error={grant.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={grant.isPending}>
            Grant
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
