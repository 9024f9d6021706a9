import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { answered, api } from '../api/client';
import { useLive } from '../api/live';
import { Failure } from '../parts/failure';
import { told } from '../parts/told';
import type { ListedModel, Pull } from './model';
import { megabytes } from './megabytes';

const hasEnded = ({ status }: Pull): boolean => status !== 'running';

/** Downloads a model of the catalogue and shows the progress. */
export function PullButton({ of: { name, present, pull: before } }: { of: ListedModel }) {
  const client = useQueryClient();
  const path = `/v2/models/${encodeURIComponent(name)}/pull`;
  const starting = useMutation({
    mutationFn: () => answered(api.POST('/v2/models/{name}/pull', { params: { path: { name } } })),
    onSuccess: (pull) => client.setQueryData(['pull', name], pull),
  });
  const known = starting.isSuccess || Boolean(before);
  const { data: pull } = useLive<Pull>({ queryKey: ['pull', name], path: known ? path : undefined, hasEnded });
  const label = present ? 'Pull again' : 'Pull';
  const isThere = pull?.status === 'succeeded';
  useEffect(() => {
    if (!isThere) return;
    if (starting.isSuccess) void told(`${name} is ready: name it as “model”, or make it the default.`);
    for (const kind of ['models', 'catalogue']) void client.invalidateQueries({ queryKey: [kind] });
  }, [client, isThere, name, starting.isSuccess]);
  if (pull?.status === 'running') return <Pulling of={pull} />;
  return (
    <Stack gap={4}>
      <Group gap="xs">
        {(present || isThere) && <Text size="sm">in your folder</Text>}
        <Button
          size="xs"
          variant={present ? 'default' : 'filled'}
          onClick={() => starting.mutate()}
          loading={starting.isPending}
          aria-label={`${label} ${name}`}
        >
          {label}
        </Button>
      </Group>
      {starting.isError && <Failure error={starting.error} />}
      {pull?.reason && (
        <Text size="xs" role="alert">
          {pull.reason}
        </Text>
      )}
    </Stack>
  );
}

function Pulling({ of: { name, bytes_done, bytes_total } }: { of: Pull }) {
  return (
    <Stack gap={4} miw={160}>
      <Progress value={(bytes_done / bytes_total) * 100} aria-label={`${name}, downloaded`} />
      <Text size="xs" role="status">
        {bytes_done < bytes_total
          ? `${megabytes(bytes_done)} of ${megabytes(bytes_total)}`
          : 'Downloaded. Percept tests it before it is used …'}
      </Text>
    </Stack>
  );
}
