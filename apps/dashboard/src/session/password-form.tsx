import { Button, Group, PasswordInput, Stack, Text } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { wrongWith } from '../api/client';
import { Failure } from '../parts/failure';
import { useSetPassword } from './session';

/** Sets or changes the password. */
export function PasswordForm({ hasPassword }: { hasPassword: boolean }) {
  const [password, setPassword] = useState('');
  const [current, setCurrent] = useState('');
  const change = useSetPassword();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { password, ...(hasPassword && { current_password: current }) };
    const clear = () => {
      setPassword('');
      setCurrent('');
    };
    change.mutate(body, { onSuccess: clear });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw={400}>
        {hasPassword && (
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            value={current}
            onChange={(event) => setCurrent(event.target.value)}
          />
        )}
        <PasswordInput
          label="New password"
          description="At least 10 characters"
          autoComplete="new-password"
          value={password}
          error={wrongWith(change.error, 'password')}
          onChange={(event) => setPassword(event.target.value)}
        />
        {change.isError && <Failure error={change.error} />}
        <Group>
          <Button type="submit" loading={change.isPending} disabled={password === ''}>
            {hasPassword ? 'Change password' : 'Set password'}
          </Button>
        </Group>
        {change.isSuccess && (
          <Text size="sm" role="status">
            The password is set. Every other browser was signed out.
          </Text>
        )}
      </Stack>
    </form>
  );
}
