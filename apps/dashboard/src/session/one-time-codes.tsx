import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';
import { renderSVG } from 'uqr';
import { answered, api, type Shapes } from '../api/client';
import { Copyable } from '../parts/copyable';
import { Failure } from '../parts/failure';
import { SESSION } from './session';

/** Turns one-time codes on (in two steps) or off. */
export function OneTimeCodes({ isOn }: { isOn: boolean }) {
  const client = useQueryClient();
  const [made, setMade] = useState<Shapes['TotpSecretResponse']>();
  const done = () => {
    setMade(undefined);
    return client.invalidateQueries({ queryKey: SESSION });
  };
  const begin = useMutation({
    mutationFn: (current_password: string) => answered(api.POST('/v1/session/totp', { body: { current_password } })),
    onSuccess: setMade,
  });
  const confirm = useMutation({
    mutationFn: async (code: string) => void (await api.PUT('/v1/session/totp', { body: { code } })),
    onSuccess: done,
  });
  const disable = useMutation({
    mutationFn: async (code: string) => void (await api.POST('/v1/session/totp/disable', { body: { code } })),
    onSuccess: done,
  });
  if (isOn) return <CodeForm about="Signing in needs a code from your app." label="Turn codes off" submit={disable} />;
  if (made)
    return (
      <CodeForm
        about="Scan it with your app, or type the secret into it. Then enter the code that it shows."
        label="Turn codes on"
        submit={confirm}
      >
        <img src={pictureOf(made.uri)} alt="The secret as a QR code" width={180} height={180} />
        <div data-testid="totp-secret">
          <Copyable text={made.secret} label="Copy secret" />
        </div>
      </CodeForm>
    );
  return <BeginForm submit={begin} />;
}

const pictureOf = (uri: string): string => `data:image/svg+xml,${encodeURIComponent(renderSVG(uri))}`;

interface Submit {
  mutate: (value: string) => void;
  isPending: boolean;
  isError: boolean;
  error: unknown;
}

function BeginForm({ submit }: { submit: Submit }) {
  const [password, setPassword] = useState('');
  return (
    <AnyForm
      submit={submit}
      value={password}
      label="Set up codes"
      about="An app on your phone shows a new code every 30 seconds. With it, a stolen password is not enough."
    >
      <PasswordInput
        label="Password, to set up codes"
        autoComplete="current-password"
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
    </AnyForm>
  );
}

function CodeForm({ submit, about, label, children }: { submit: Submit; about: string; label: string; children?: ReactNode }) {
  const [code, setCode] = useState('');
  return (
    <AnyForm submit={submit} value={code} label={label} about={about}>
      {children}
      <TextInput
        label="Code from your app"
        inputMode="numeric"
        autoComplete="one-time-code"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
    </AnyForm>
  );
}

interface AnyFormProps {
  submit: Submit;
  value: string;
  label: string;
  about: string;
  children: ReactNode;
}

function AnyForm({ submit, value, label, about, children }: AnyFormProps) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit.mutate(value);
  };
  return (
    <form onSubmit={onSubmit}>
      <Stack maw={400}>
        <Text size="sm">{about}</Text>
        {children}
        {submit.isError && <Failure error={submit.error} />}
        <Group>
          <Button type="submit" loading={submit.isPending} disabled={value === ''}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
