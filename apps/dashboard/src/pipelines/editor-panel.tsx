import { Button, Grid, Group, Stack, Text } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Boundary } from '../parts/boundary';
import { Failure } from '../parts/failure';
import { Waiting } from '../parts/waiting';
import { Mistakes } from '../editor/mistakes';
import type { Graph, Pipeline } from './answers';
import { PipelineGraph } from './graph/graph';
import { RunForm } from './run-form';
import { useFindings, usePipelineSchema, useSave } from './queries';
import { Tried } from './tried';

const YamlEditor = lazy(() => import('../editor/yaml-editor').then((module) => ({ default: module.YamlEditor })));

interface EditorPanelProps {
  name: string;
  text: string;
  saved: string | undefined;
  graph: Graph | null | undefined;
  /** Of what is saved. */
  inputs: Pipeline['inputs'];
  /** Why saving is more than changing what is there. */
  hint?: string;
  onChange: (text: string) => void;
  onSaved: () => void;
}

const TYPING_MS = 400;

/** The text with its mistakes, and the graph of what is saved. */
export function EditorPanel({ name, text, saved, graph, inputs, hint, onChange, onSaved }: EditorPanelProps) {
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const findings = useFindings(name, settled);
  const { data: schema } = usePipelineSchema();
  const save = useSave(name);
  const [tried, setTried] = useState<string>();
  const [trying, { open: tryIt, close }] = useDisclosure(false);
  const found = findings.data;
  const marks = useMemo(() => (found ?? []).map(({ message, ...place }) => ({ ...place, reason: message })), [found]);
  const isSound = found?.length === 0 && settled === text;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Boundary reloads>
          {/* With its buttons: it would move them. */}
          <Suspense fallback={<Waiting height={320} />}>
            <Stack gap="xs">
              <YamlEditor label={`Text of ${name}`} value={text} onChange={onChange} findings={marks} schema={schema} />
              <Text size="xs">Ctrl+Space completes what may stand at the cursor; Escape, then Tab leaves the editor.</Text>
              {findings.isError && <Failure error={findings.error} />}
              <Mistakes of={found} />
              {save.isError && <Failure error={save.error} />}
              <Group>
                <Button
                  onClick={() => save.mutate(text, { onSuccess: onSaved })}
                  loading={save.isPending}
                  disabled={!isSound || text === saved}
                >
                  Save
                </Button>
                <Button variant="default" onClick={tryIt} disabled={!isSound}>
                  Try one item
                </Button>
                <Text size="sm" role="status">
                  {!isSound
                    ? found?.length
                      ? 'Fix the errors to save.'
                      : 'Checking …'
                    : text === saved
                      ? 'Saved.'
                      : (hint ?? 'Not saved yet.')}
                </Text>
              </Group>
              {trying && <RunForm of={{ name, inputs }} trial={{ source: text, onStarted: setTried }} onClose={close} />}
            </Stack>
          </Suspense>
        </Boundary>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        {graph ? (
          <PipelineGraph graph={graph} />
        ) : (
          <Text size="sm">The graph appears once a text without mistakes is saved.</Text>
        )}
      </Grid.Col>
      {tried && (
        <Grid.Col span={12}>
          <Tried run={tried} />
        </Grid.Col>
      )}
    </Grid>
  );
}
