import { Button, Group, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useSession, useSignOut } from './session';

/** Shows who is signed in, and a way to sign out. */
export function AccountMenu() {
  const { data: session } = useSession();
  const signOut = useSignOut({ everywhere: false });
  if (!session) return null;
  if (session.kind === 'anyone')
    return (
      <Text size="sm" visibleFrom="sm" title="PERCEPT_AUTH=off: every request from this machine is let in.">
        Sign-in is off
      </Text>
    );
  return (
    <Group gap="xs" wrap="nowrap">
      <Button component={Link} href="/account" variant="default" size="sm" title="Password, sessions and the audit log">
        {session.name}
      </Button>
      <Button variant="subtle" size="sm" onClick={() => signOut.mutate()} visibleFrom="xs">
        Sign out
      </Button>
    </Group>
  );
}
