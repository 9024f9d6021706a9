import { Anchor, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { answered, api } from '../api/client';

/** The capabilities that may use the models of a task. */
export function Uses({ task }: { task?: string | null }) {
  const { data: capabilities = [] } = useQuery({
    queryKey: ['capabilities'],
    queryFn: async () => (await answered(api.GET('/v2/capabilities'))).capabilities,
    staleTime: 60_000,
  });
  const using = capabilities.filter(({ model_tasks }) => task && model_tasks.includes(task));
  return (
    <>
      {task ?? '–'}
      {using.map(({ id }) => (
        <Text size="sm" lh="26px" key={id}>
          <Anchor component={Link} href={`/playground?capability=${encodeURIComponent(id)}`} inherit underline="always">
            {id}
          </Anchor>
        </Text>
      ))}
    </>
  );
}
