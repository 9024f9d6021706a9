import { Anchor, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useCapabilities } from '../playground/any/queries';

/** The capabilities that may use the models of a task. */
export function Uses({ task }: { task?: string | null }) {
  const { data: capabilities = [] } = useCapabilities();
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
