import { Button, Center, Code, Group, Loader, Paper, PasswordInput, Stack, Text, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Failure } from '../parts/failure';
import { useSignIn } from '../session/session';

/** Accepts only a path within this dashboard, because anyone may have written the link with `next=`. */
function pathOf(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) ? next : '/';
}

export default function SignIn() {
  const [query] = useState(() => new URLSearchParams(window.location.search));
  // The token is in the fragment, which browsers never send to a server.
  const [token] = useState(() => new URLSearchParams(window.location.hash.slice(1)).get('token'));
  const signIn = useSignIn(pathOf(query.get('next')));
  const { mutate } = signIn;
  const used = useRef(false);
  useEffect(() => {
    document.title = 'Sign in · Percept';
    if (!token || used.current) return;
    used.current = true;
    // Removes the token from the history and from the address that users copy.
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
            <WithPassword onPassword={mutate} pending={signIn.isPending} />
          )}
        </Stack>
      </Paper>
    </Center>
  );
}

interface WithPasswordProps {
  onPassword: (given: { password: string; code?: string }) => void;
  pending: boolean;
}

function WithPassword({ onPassword, pending }: WithPasswordProps) {
  const [password, setPassword] = useState('');
  const [code, setCode] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onPassword(code === '' ? { password } : { password, code });
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
        <TextInput
          label="One-time code"
          description="Only if you have set up codes"
          inputMode="numeric"
          autoComplete="one-time-code"
          value={code}
          onChange={(event) => setCode(event.target.value)}
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
