import { Button, Grid, Group, List, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { lazy, Suspense, useMemo } from 'react';
import { Boundary } from '../parts/boundary';
import { Failure } from '../parts/failure';
import type { Graph } from './answers';
import { PipelineGraph } from './graph/graph';
import { useFindings, usePipelineSchema, useSave } from './queries';

const YamlEditor = lazy(() => import('../editor/yaml-editor').then((module) => ({ default: module.YamlEditor })));

interface EditorPanelProps {
  name: string;
  text: string;
  saved: string | undefined;
  graph: Graph | null | undefined;
  /** Why saving is more than changing what is there. */
  hint?: string;
  onChange: (text: string) => void;
  onSaved: () => void;
}

const TYPING_MS = 400;

/** The text with its mistakes, and the graph of what is saved. */
export function EditorPanel({ name, text, saved, graph, hint, onChange, onSaved }: EditorPanelProps) {
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const findings = useFindings(name, settled);
  const { data: schema } = usePipelineSchema();
  const save = useSave(name);
  const found = findings.data;
  const marks = useMemo(() => (found ?? []).map(({ message, ...place }) => ({ ...place, reason: message })), [found]);
  const isSound = found?.length === 0 && settled === text;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Stack gap="xs">
          <Boundary reloads>
            <Suspense>
              <YamlEditor label={`Text of ${name}`} value={text} onChange={onChange} findings={marks} schema={schema} />
            </Suspense>
          </Boundary>
          <Text size="xs">Ctrl+Space completes what may stand at the cursor; Escape, then Tab leaves the editor.</Text>
          {findings.isError && <Failure error={findings.error} />}
          {found && found.length > 0 && (
            <List size="sm" aria-label="Mistakes">
              {found.map(({ line, column, message }) => (
                <List.Item key={`${line}:${column}:${message}`}>
                  <b>
                    {line}:{column}
                  </b>{' '}
                  {message}
                </List.Item>
              ))}
            </List>
          )}
          {save.isError && <Failure error={save.error} />}
          <Group>
            <Button
              onClick={() => save.mutate(text, { onSuccess: onSaved })}
              loading={save.isPending}
              disabled={!isSound || text === saved}
            >
              Save
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
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        {graph ? (
          <PipelineGraph graph={graph} />
        ) : (
          <Text size="sm">The graph appears once a text without mistakes is saved.</Text>
        )}
      </Grid.Col>
    </Grid>
  );
}
