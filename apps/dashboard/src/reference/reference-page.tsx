import { useEffect } from 'react';
import { Loaded } from '../parts/loaded';
import { operationAt, nameOf, operationsOf, type ApiDocument, addressOf, type Operation } from './document';
import { Frame } from './frame';
import { Menu, Method } from './menu';
import { OperationPage } from './operation-page';
import { useDocument, useHash } from './queries';
import { Anchor, Group, Stack, Text, Title } from '@mantine/core';
import { Copyable } from '../parts/copyable';
import { Prose } from '../parts/text/prose';

/** The API reference, from the service's own OpenAPI document. Reading it needs no sign-in. */
export default function ReferencePage() {
  return <Loaded query={useDocument()}>{(document) => <Reference of={document} />}</Loaded>;
}

function Reference({ of: document }: { of: ApiDocument }) {
  const hash = useHash();
  const operations = operationsOf(document);
  const chosen = operationAt(operations, hash);
  useEffect(() => {
    window.document.title = `${chosen ? nameOf(chosen.id) : 'API reference'} · Percept`;
    window.scrollTo(0, 0);
  }, [chosen?.id]);
  return (
    <Frame
      title="Percept API"
      menuName="Operations"
      menu={(close) => <Menu key={chosen?.tag ?? ''} operations={operations} chosen={chosen} onChosen={close} />}
      links={[
        { href: '/guide', label: 'Guide' },
        { href: '/', label: 'Dashboard' },
      ]}
    >
      {chosen ? <OperationPage of={chosen} document={document} /> : <Overview of={document} operations={operations} />}
    </Frame>
  );
}

/** General rules for all calls, and a list of all operations. */
function Overview({ of: { info }, operations }: { of: ApiDocument; operations: readonly Operation[] }) {
  const tags = [...new Set(operations.map(({ tag }) => tag))];
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Title order={2}>API reference</Title>
        <Text size="sm">
          {info.title} {info.version}
        </Text>
        {info.description && <Prose>{info.description}</Prose>}
        <Group gap="md">
          <Anchor href="/openapi.json" size="sm" underline="always">
            openapi.json
          </Anchor>
          <Anchor href="/openapi.yaml" size="sm" underline="always">
            openapi.yaml
          </Anchor>
        </Group>
      </Stack>
      <Stack gap="xs">
        <Title order={3}>A first call</Title>
        <Copyable text={firstCall()} label="Copy curl" />
      </Stack>
      {tags.map((tag) => (
        <Stack gap={4} key={tag}>
          <Title order={3}>{nameOf(tag)}</Title>
          <ul className="operations" aria-label={nameOf(tag)}>
            {operations
              .filter((each) => each.tag === tag)
              .map((each) => (
                <li key={each.id}>
                  <Method>{each.method}</Method>
                  <Anchor href={addressOf(each)} size="sm" underline="always">
                    {nameOf(each.id)}
                  </Anchor>
                  <Text size="sm" ff="monospace" className="anywhere">
                    {each.path}
                  </Text>
                </li>
              ))}
          </ul>
        </Stack>
      ))}
    </Stack>
  );
}

const firstCall = (): string =>
  `curl ${window.location.origin}/v2/text/sentiment \\\n  -H "Authorization: Bearer $PERCEPT_KEY" \\\n  --json '{"text": "What a lovely day."}'`;
