import { Anchor, Group } from '@mantine/core';
import { Link } from 'wouter';
import { counted } from '../parts/text/counted';
import { useCapabilities } from '../playground/any/queries';

/** The capabilities that may use the models of a task. */
export function Uses({ task }: { task?: string | null }) {
  const { data: capabilities = [] } = useCapabilities();
  const using = capabilities.filter(({ model_tasks }) => task && model_tasks.includes(task));
  if (using.length === 0) return task ?? '–';
  return (
    <details>
      <summary>
        {task}: {counted(using.length, 'capability', 'capabilities')}
      </summary>
      <Group gap="0 10px">
        {using.map(({ id }) => (
          <Anchor
            key={id}
            component={Link}
            href={`/playground?capability=${encodeURIComponent(id)}`}
            size="sm"
            lh="26px"
            underline="always"
          >
            {id}
          </Anchor>
        ))}
      </Group>
    </details>
  );
}
