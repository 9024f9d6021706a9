import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

const LOOK_MS = 300_000;
const ENTRY = /assets\/index-[\w-]+\.js/;
/** The script that this page was loaded with. */
const BEGAN_WITH = ENTRY.exec(document.querySelector('script[type=module]')?.getAttribute('src') ?? '')?.[0];

/** Whether the service has another dashboard version than this page. Checked when the user returns to the page. */
async function isOutdated(): Promise<boolean> {
  if (!BEGAN_WITH) return false;
  const response = await fetch('/', { cache: 'no-store' });
  const served = response.ok ? ENTRY.exec(await response.text())?.[0] : undefined;
  return served !== undefined && served !== BEGAN_WITH;
}

/** Says that Percept was updated while the page was open. It does not reload by itself, because a form may be half filled. */
export function Updated() {
  const { data } = useQuery({
    queryKey: ['outdated'],
    queryFn: isOutdated,
    refetchInterval: LOOK_MS,
    staleTime: 60_000,
    retry: false,
  });
  if (!data) return null;
  return (
    <Alert color="blue" variant="light" mb="md" role="status">
      <Group justify="space-between">
        <Text size="sm">Percept was updated. This page still runs the previous version.</Text>
        <Button size="sm" onClick={() => window.location.reload()}>
          Reload
        </Button>
      </Group>
    </Alert>
  );
}
