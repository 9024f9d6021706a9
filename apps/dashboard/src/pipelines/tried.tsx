import { Alert, Anchor, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { Loaded } from '../parts/loaded';
import { Items } from '../runs/items/items';
import { RunProgress } from '../runs/progress';
import { useRun } from '../runs/queries';

/** The result of trying a text on one item, shown below the text. @param run its id. */
export function Tried({ run: id }: { run: string }) {
  const run = useRun(id);
  return (
    <Stack gap="xs">
      <Title order={3}>Trial run</Title>
      <Loaded query={run}>
        {(data) => (
          <>
            <RunProgress of={data} />
            {data.error && (
              <Alert color="red" variant="light" title="Why it failed">
                {data.error}
              </Alert>
            )}
            <Items run={id} failed={data.counts.failed} />
            <Text size="sm">
              <Anchor component={Link} href={`/runs/${id}`} size="sm" underline="always">
                Steps and files
              </Anchor>
            </Text>
          </>
        )}
      </Loaded>
    </Stack>
  );
}
