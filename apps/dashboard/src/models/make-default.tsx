import { Button, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, api } from '../api/client';
import { Failure } from '../parts/failure';
import type { Model } from './model';
import { useModels } from './queries';

/** Says that the model is the default for its task, or offers a button that makes it the default. */
export function MakeDefault({ of: { name, task, state, default: isDefault, shared } }: { of: Model }) {
  const client = useQueryClient();
  const { data: models = [] } = useModels();
  const use = useMutation({
    mutationFn: () => answered(api.POST('/v2/models/{name}/default', { params: { path: { name } } })),
    onSuccess: () => client.invalidateQueries({ queryKey: ['models'] }),
    meta: { done: `${name} is the default for ${task}.` },
  });
  const others = models.some((model) => model.task === task && model.name !== name);
  if (isDefault) return <Text size="sm">{others ? 'the default' : 'the only one'}</Text>;
  if (!task || state !== 'ready' || !shared) return '–';
  return (
    <Stack gap={4} align="flex-start">
      <Button
        size="xs"
        variant="default"
        onClick={() => use.mutate()}
        loading={use.isPending}
        aria-label={`Make default: ${name} for ${task}`}
      >
        Make default
      </Button>
      {use.isError && <Failure error={use.error} />}
    </Stack>
  );
}
