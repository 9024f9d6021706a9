import { Anchor, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import { Link } from 'wouter';
import { useKeys } from '../keys/keys';
import { Icon } from '../parts/icon';
import { useWebhooks } from '../webhooks/queries';
import { useHasCalled, useNewestRuns } from './queries';

interface Task {
  text: string;
  href: string;
  done: boolean | undefined;
}

/** The name of the key made at the very first start. */
const FIRST_KEY = 'first';

/** The first steps of a new installation. It disappears when they are done or dismissed. */
export function Checklist() {
  const [hidden, setHidden] = useLocalStorage({
    key: 'percept-checklist-hidden',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  return hidden ? null : <Tasks onHide={() => setHidden(true)} />;
}

function Tasks({ onHide }: { onHide: () => void }) {
  const tasks: Task[] = [
    { text: 'Try a picture in the playground', href: '/playground', done: useHasCalled().data },
    { text: 'Make an API key for your program', href: '/keys', done: useKeys().data?.some(({ name }) => name !== FIRST_KEY) },
    { text: 'Run a pipeline', href: '/pipelines', done: hasAny(useNewestRuns().data) },
    { text: 'Connect a webhook', href: '/webhooks', done: hasAny(useWebhooks().data) },
  ];
  if (tasks.some(({ done }) => done === undefined) || tasks.every(({ done }) => done)) return null;
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group justify="space-between">
          <Title order={3}>First steps</Title>
          <Button variant="subtle" size="compact-sm" onClick={onHide}>
            Hide
          </Button>
        </Group>
        {tasks.map(({ text, href, done }) => (
          <Group key={href} gap="xs" wrap="nowrap">
            <span className="step" data-done={done}>
              {done && <Icon name="good" size={14} />}
            </span>
            {done ? (
              <Text size="sm">{text}: done</Text>
            ) : (
              <Anchor component={Link} href={href} size="sm" underline="always">
                {text}
              </Anchor>
            )}
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

const hasAny = (list: readonly unknown[] | undefined): boolean | undefined => list && list.length > 0;
