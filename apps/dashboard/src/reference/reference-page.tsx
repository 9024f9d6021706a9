import { useEffect } from 'react';
import { Loaded } from '../parts/loaded';
import {
  operationAt,
  toOperationName,
  listDescribedOperations,
  type ApiDocument,
  operationAddress,
  type DescribedOperation,
} from './document';
import { ReferenceFrame } from './frame';
import { Menu, MethodBadge } from './menu';
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
  const operations = listDescribedOperations(document);
  const chosen = operationAt(operations, hash);
  useEffect(() => {
    window.document.title = `${chosen ? toOperationName(chosen.id) : 'API reference'} · Percept`;
    window.scrollTo(0, 0);
  }, [chosen?.id]);
  return (
    <ReferenceFrame
      title="Percept API"
      menuName="Operations"
      menu={(close) => <Menu key={chosen?.tag ?? ''} operations={operations} chosen={chosen} onChosen={close} />}
      links={[
        { href: '/guide', label: 'Guide' },
        { href: '/', label: 'Dashboard' },
      ]}
    >
      {chosen ? <OperationPage of={chosen} document={document} /> : <Overview of={document} operations={operations} />}
    </ReferenceFrame>
  );
}

/** General rules for all calls, and a list of all operations. */
function Overview({ of: { info }, operations }: { of: ApiDocument; operations: readonly DescribedOperation[] }) {
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
          <Title order={3}>{toOperationName(tag)}</Title>
          <ul className="operations" aria-label={toOperationName(tag)}>
            {operations
              .filter((each) => each.tag === tag)
              .map((each) => (
                <li key={each.id}>
                  <MethodBadge>{each.method}</MethodBadge>
                  <Anchor href={operationAddress(each)} size="sm" underline="always">
                    {toOperationName(each.id)}
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
