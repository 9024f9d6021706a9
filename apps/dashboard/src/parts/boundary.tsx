import { Alert, Button, Stack, Text } from '@mantine/core';
import { Component, useEffect, useState, type ReactNode } from 'react';
import { LoadingPlaceholder } from './waiting';

interface BoundaryProps {
  /** The page. A part that failed on one page is tried again on another. */
  place?: string;
  /** Reloads the page once if the service answers. Not for parts beside a form, because a reload clears it. */
  reloads?: boolean;
  children: ReactNode;
}

/**
 * Shows an error and a way out instead of a part that cannot be loaded or rendered. Otherwise React would remove the whole page.
 * Only a reload works everywhere: React, Firefox and Safari remember a script that failed to load, and after an upgrade the old
 * scripts no longer exist.
 */
export class Boundary extends Component<BoundaryProps, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate({ place }: BoundaryProps) {
    if (place !== this.props.place && this.state.error !== undefined) this.setState({ error: undefined });
  }

  override render() {
    const { error } = this.state;
    return error === undefined ? this.props.children : <Failed error={error} reloads={this.props.reloads ?? false} />;
  }
}

function Failed({ error, reloads }: { error: unknown; reloads: boolean }) {
  const [isAway, setAway] = useState<boolean>();
  const [isTrying, setTrying] = useState(false);
  useEffect(() => {
    void serviceAnswers().then((answers) => {
      if (answers && reloads && mayReload()) window.location.reload();
      else setAway(!answers);
    });
  }, [reloads]);
  const tryAgain = async () => {
    setTrying(true);
    // If the service is down, a reload would leave only the browser's own error page.
    const answers = await serviceAnswers();
    if (answers) window.location.reload();
    else setTrying(false);
    setAway(!answers);
  };
  if (isAway === undefined) return <LoadingPlaceholder />;
  return (
    <Alert color="red" variant="light" title="This part of the dashboard could not be shown" role="alert">
      <Stack gap="xs" align="flex-start">
        <Text size="sm">
          {isAway
            ? 'The service does not answer. Check that it is running and that this computer is online.'
            : 'The service answers, but a file of the dashboard cannot be loaded or fails. It may be restarting or in the middle of an upgrade.'}
        </Text>
        <Text size="xs">{error instanceof Error ? error.message : String(error)}</Text>
        <Button size="sm" onClick={() => void tryAgain()} loading={isTrying}>
          Try again
        </Button>
      </Stack>
    </Alert>
  );
}

const serviceAnswers = (): Promise<boolean> =>
  fetch(window.location.pathname, { cache: 'no-store' }).then(
    ({ ok }) => ok,
    () => false,
  );

const RELOADED_AT = 'percept-reloaded-at';
const RELOAD_INTERVAL_MS = 60_000;

/** At most once a minute, so that a missing file does not reload the page forever. */
function mayReload(): boolean {
  const last = Number(sessionStorage.getItem(RELOADED_AT));
  if (Date.now() - last < RELOAD_INTERVAL_MS) return false;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  return true;
}
