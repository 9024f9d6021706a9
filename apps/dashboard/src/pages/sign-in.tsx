import { Button, Center, Code, Group, Loader, Paper, PasswordInput, Stack, Text, Title } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Failure } from '../parts/failure';
import { useSignIn } from '../session/session';

/** Accepts a path of this page only: anyone may have written the link with `next=`. */
function pathOf(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

export default function SignIn() {
  const [query] = useState(() => new URLSearchParams(window.location.search));
  const token = query.get('token');
  const signIn = useSignIn(pathOf(query.get('next')));
  const { mutate } = signIn;
  const used = useRef(false);
  useEffect(() => {
    document.title = 'Sign in · Percept';
    if (!token || used.current) return;
    used.current = true;
    // Not into the history, nor into the address that is copied.
    window.history.replaceState(null, '', '/sign-in');
    mutate({ token });
  }, [token, mutate]);
  const byLink = Boolean(token) && (signIn.isPending || signIn.isIdle);
  return (
    <Center component="main" mih="100vh" p="md">
      <Paper withBorder p="xl" w="100%" maw={420}>
        <Stack>
          <Group gap="xs">
            <img src="/icon.svg" alt="" width={30} height={30} />
            <Title order={1} size="h3">
              Sign in to Percept
            </Title>
          </Group>
          {signIn.isError && <Failure error={signIn.error} />}
          {byLink ? (
            <Group role="status">
              <Loader size="sm" aria-hidden /> <Text>Signing in …</Text>
            </Group>
          ) : (
            <WithPassword onPassword={(password) => mutate({ password })} pending={signIn.isPending} />
          )}
        </Stack>
      </Paper>
    </Center>
  );
}

function WithPassword({ onPassword, pending }: { onPassword: (password: string) => void; pending: boolean }) {
  const [password, setPassword] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPassword(password);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <PasswordInput
          label="Password of the administrator"
          autoComplete="current-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        <Button type="submit" loading={pending} disabled={password === ''}>
          Sign in
        </Button>
        <Text size="sm" component="div">
          No password yet, or forgotten? On the machine that runs Percept,
          <Code block my="xs">
            percept admin link
          </Code>
          prints a link that signs in once. The very first start printed one, too.
        </Text>
      </Stack>
    </form>
  );
}
