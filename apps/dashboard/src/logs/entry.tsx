import { Anchor, Code, Modal, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { Copyable } from '../parts/copyable';
import { counted } from '../parts/text/counted';
import type { LogEntry } from './queries';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'long' });

/** The id of a request. It opens all details of the request. */
export function LoggedRequest({ of: entry }: { of: LogEntry }) {
  const [open, { open: show, close }] = useDisclosure(false);
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={show} ta="left" style={{ overflowWrap: 'anywhere' }}>
        {entry.request_id}
      </Anchor>
      <Modal opened={open} onClose={close} title="Request" size="lg" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Details of={entry} />
      </Modal>
    </>
  );
}

/** The kept JSON, which is shortened if it was long. */
function Kept({ title, of: text }: { title: string; of: string | null }) {
  if (text === null) return null;
  return (
    <Stack gap={4} role="group" aria-label={title}>
      <Text size="sm" fw={600}>
        {title}
      </Text>
      <Copyable text={inLines(text)} label={`Copy what was ${title.toLowerCase()}`} maxHeight={320} />
    </Stack>
  );
}

function inLines(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Details({ of: entry }: { of: LogEntry }) {
  const { request_id, at, key_name, key_id, method, path, status, duration_ms, content_type, bytes, shape, error } = entry;
  const facts: [string, ReactNode][] = [
    ['Answered', exact.format(new Date(at))],
    ['Sent by', `${key_name} (${key_id})`],
    ['Request', <Code>{`${method} ${path}`}</Code>],
    ['Status', `${status} after ${duration_ms} ms`],
    ['Body', [content_type, typeof bytes === 'number' && counted(bytes, 'byte')].filter(Boolean).join(', ') || 'none'],
  ];
  return (
    <Stack>
      <Copyable text={request_id} label="Copy id" />
      {error && (
        <Stack gap={4} role="group" aria-label="Error">
          <Text fw={600}>{error.code}</Text>
          <Text size="sm">{error.message}</Text>
          {error.field && (
            <Text size="sm">
              Field: <Code>{error.field}</Code>
            </Text>
          )}
        </Stack>
      )}
      <Table aria-label="Facts">
        <Table.Tbody>
          {facts.map(([name, value]) => (
            <Table.Tr key={name}>
              <Table.Th scope="row">{name}</Table.Th>
              <Table.Td className="anywhere">{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {shape && (
        <>
          <Text size="sm" fw={600}>
            Shape of the body
          </Text>
          <Code block>
            {Object.entries(shape)
              .map(([name, type]) => `${name}: ${type}`)
              .join('\n')}
          </Code>
        </>
      )}
      <Kept title="Sent" of={entry.body} />
      <Kept title="Answered" of={entry.answer} />
      {entry.body === null && entry.answer === null && (
        <Text size="xs">
          Percept keeps only sizes, names and types. To keep the JSON as well, without secrets, set{' '}
          <Code>PERCEPT_REQUEST_LOG</Code> to <Code>all,bodies</Code>.
        </Text>
      )}
    </Stack>
  );
}
