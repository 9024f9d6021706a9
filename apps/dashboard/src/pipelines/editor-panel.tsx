import { Button, Grid, Group, Stack, Text, Alert } from '@mantine/core';
import { useDebouncedValue, useDisclosure } from '@mantine/hooks';
import { lazy, Suspense, useMemo, useState } from 'react';
import { Boundary } from '../parts/boundary';
import { Failure } from '../parts/failure';
import { LoadingPlaceholder } from '../parts/waiting';
import { Mistakes } from '../editor/mistakes';
import type { Pipeline } from './answers';
import type { PipelineDraft } from './draft';
import { GraphDrawing } from './graph/graph';
import { RunForm } from './run-form';
import { useFindings, usePipelineSchema, useSave } from './queries';

interface BehindProps {
  isSound: boolean;
  onSave: () => void;
  onDrop?: () => void;
}

/** Loaded late, because its pictures are needed only after a trial. */
const Tried = lazy(() => import('./tried').then((module) => ({ default: module.Tried })));

const YamlEditor = lazy(() => import('../editor/yaml-editor').then((module) => ({ default: module.YamlEditor })));

interface EditorPanelProps {
  name: string;
  draft: PipelineDraft;
  /** The served pipeline. Undefined for a new one. */
  saved: Pipeline | undefined;
  /** Why saving does more than change the existing pipeline. */
  hint?: string;
  onChange: (text: string) => void;
  onSaved: (revision: string) => void;
  onDrop?: () => void;
}

const TYPING_MS = 400;

/** The edited text with its mistakes, and the graph of the saved pipeline. */
export function EditorPanel({ name, draft, saved, hint, onChange, onSaved, onDrop }: EditorPanelProps) {
  const { text, from } = draft;
  const [settled] = useDebouncedValue(text, TYPING_MS);
  const findings = useFindings(name, settled);
  const { data: schema } = usePipelineSchema();
  const save = useSave(name, onSaved);
  const [tried, setTried] = useState<string>();
  const [trying, { open: tryIt, close }] = useDisclosure(false);
  const found = findings.data;
  const marks = useMemo(() => (found ?? []).map(({ message, ...place }) => ({ ...place, reason: message })), [found]);
  const isSound = found?.length === 0 && settled === text;
  const isSaved = text === saved?.source;
  const isBehind = saved !== undefined && !isSaved && from !== saved.revision && !save.isPending;
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 8 }}>
        <Boundary reloads>
          {/* With its buttons: it would move them. */}
          <Suspense fallback={<LoadingPlaceholder height={320} />}>
            <Stack gap="xs">
              <YamlEditor label={`Text of ${name}`} value={text} onChange={onChange} findings={marks} schema={schema} />
              <Text size="xs">Ctrl+Space completes at the cursor. Escape, then Tab leaves the editor.</Text>
              {findings.isError && <Failure error={findings.error} />}
              <Mistakes of={found} />
              {isBehind ? (
                <Behind onSave={() => save.mutate({ text, from: saved.revision })} isSound={isSound} onDrop={onDrop} />
              ) : (
                save.isError && <Failure error={save.error} />
              )}
              <Group>
                <Button onClick={() => save.mutate(draft)} loading={save.isPending} disabled={!isSound || isSaved || isBehind}>
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
                    : isSaved
                      ? 'Saved.'
                      : (hint ?? 'Not saved yet.')}
                </Text>
              </Group>
              {trying && (
                <RunForm
                  of={{ name, inputs: saved?.inputs ?? [] }}
                  trial={{ source: text, onStarted: setTried }}
                  onClose={close}
                />
              )}
            </Stack>
          </Suspense>
        </Boundary>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 4 }}>
        {saved?.graph ? (
          <GraphDrawing graph={saved.graph} />
        ) : (
          <Text size="sm">The graph appears once you save a text without mistakes.</Text>
        )}
      </Grid.Col>
      {tried && (
        <Grid.Col span={12}>
          <Boundary>
            <Suspense fallback={<LoadingPlaceholder />}>
              <Tried run={tried} />
            </Suspense>
          </Boundary>
        </Grid.Col>
      )}
    </Grid>
  );
}

/** Says that somebody else saved the pipeline while this text was edited. */
function Behind({ isSound, onSave, onDrop }: BehindProps) {
  return (
    <Alert color="blue" variant="light" title="Someone else saved this pipeline while you were editing" role="alert">
      <Text size="sm">Your text is still in the editor and is not saved. The other version is served now.</Text>
      <Group mt="xs">
        <Button variant="default" size="xs" onClick={onSave} disabled={!isSound}>
          Overwrite with mine
        </Button>
        <Button variant="default" size="xs" onClick={onDrop}>
          Discard mine and show theirs
        </Button>
      </Group>
    </Alert>
  );
}
