import { Button, Menu, Text } from '@mantine/core';
import { Link } from 'wouter';
import { useSession, useSignOut } from './session';

/** Who is signed in, and the way out. */
export function AccountMenu() {
  const { data: session } = useSession();
  const signOut = useSignOut({ everywhere: false });
  if (!session) return null;
  if (session.kind === 'anyone')
    return (
      <Text size="sm" title="PERCEPT_AUTH=off: every request from this machine is let in.">
        Sign-in is off
      </Text>
    );
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button variant="default" size="sm" aria-label={`Signed in as ${session.name}`}>
          {session.name}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} href="/account">
          Account and audit log
        </Menu.Item>
        <Menu.Item onClick={() => signOut.mutate()}>Sign out</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
