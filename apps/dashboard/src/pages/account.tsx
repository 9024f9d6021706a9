import { Anchor, Button, Stack, Text, Title } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { Confirm } from '../parts/confirm';
import { PageFrame } from '../parts/page';
import { LoadingPlaceholder } from '../parts/waiting';
import { PasswordForm } from '../session/password-form';
import { useSession, useSignOut } from '../session/session';
import { SessionsTable } from '../session/sessions-table';

const OneTimeCodes = lazy(async () => ({ default: (await import('../session/one-time-codes')).OneTimeCodes }));

export default function Account() {
  const { data: session } = useSession();
  const here = useSignOut({ everywhere: false });
  const everywhere = useSignOut({ everywhere: true });
  return (
    <PageFrame title="Account" about={session && `Signed in as ${session.name}.`}>
      {/* First: sessions and codes come when they are loaded, and move what is below them. */}
      <Stack gap="xs">
        <Title order={3}>Customers and teams</Title>
        <Text size="sm">
          <Anchor component={Link} href="/projects" inherit>
            Projects
          </Anchor>{' '}
          separate the customers and teams that use this Percept.
        </Text>
      </Stack>
      <Stack gap="xs">
        <Title order={3}>Audit log</Title>
        <Text size="sm">
          <Anchor component={Link} href="/audit" inherit>
            What keys and administrators changed
          </Anchor>
          , and who was refused.
        </Text>
      </Stack>
      {session?.kind === 'administrator' && (
        <>
          <Stack gap="xs">
            <Title order={3}>{session.has_password ? 'Change the password' : 'Set a password'}</Title>
            {!session.has_password && (
              <Text size="sm">
                Until one is set, only links of <code>percept admin link</code> sign in.
              </Text>
            )}
            <PasswordForm hasPassword={session.has_password} />
          </Stack>
          {session.has_password && (
            <Stack gap="xs">
              <Title order={3}>One-time codes</Title>
              <Suspense fallback={<LoadingPlaceholder height={36} />}>
                <OneTimeCodes isOn={session.has_totp} />
              </Suspense>
            </Stack>
          )}
          <Stack gap="xs" align="flex-start">
            <Title order={3}>Sessions</Title>
            {/* Where the head of the page has no room for it. */}
            <Button variant="default" onClick={() => here.mutate()} hiddenFrom="xs">
              Sign out
            </Button>
            <Confirm
              label="Sign out everywhere"
              title="Sign out everywhere?"
              consequence="Every browser, including this one, must sign in again. API keys keep working."
              onConfirm={() => everywhere.mutateAsync()}
            />
            <SessionsTable />
          </Stack>
        </>
      )}
    </PageFrame>
  );
}
