import { Button, Group, Tabs } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation, useParams, useSearch } from 'wouter';
import { Confirm } from '../parts/confirm';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import type { Pipeline } from '../pipelines/answers';
import { useDraft } from '../pipelines/draft';
import { EditorPanel } from '../pipelines/editor-panel';
import { usePipeline, useRemove } from '../pipelines/queries';
import { RunForm } from '../pipelines/run-form';
import { SchedulePanel } from '../pipelines/schedule-panel';
import { RunsTable } from '../runs/runs-table';

export default function PipelinePage() {
  const { name = '' } = useParams<{ name: string }>();
  const isNew = new URLSearchParams(useSearch()).has('new');
  const pipeline = usePipeline(name, !isNew);
  if (isNew) return <NewText key={name} name={name} />;
  return pipeline.data ? (
    <Saved key={name} pipeline={pipeline.data} />
  ) : (
    <PageFrame title={name}>
      <Loaded query={pipeline}>{() => null}</Loaded>
    </PageFrame>
  );
}

/** The text that the pipeline starts from: a blueprint or a file. */
const given = (): string | undefined => (history.state as { text?: string } | null)?.text;

function NewText({ name }: { name: string }) {
  const [text, setText] = useState(() => given() ?? templateFor(name));
  const [, navigate] = useLocation();
  const done = () => navigate(`/pipelines/${name}`, { replace: true });
  return (
    <PageFrame title={name} about="A new pipeline. It exists once you save it.">
      <EditorPanel name={name} draft={{ text, from: null }} saved={undefined} onChange={setText} onSaved={done} />
    </PageFrame>
  );
}

const TRAIL = [{ label: 'Pipelines', href: '/pipelines' }];
const FILE_HINT = 'Not saved yet. The saved copy will be served instead of the file.';

function Saved({ pipeline }: { pipeline: Pipeline }) {
  const { name, source, file, number, description } = pipeline;
  const { draft, write, saved, drop } = useDraft(pipeline);
  const [asking, { open, close }] = useDisclosure(false);
  const [, navigate] = useLocation();
  const remove = useRemove(name);
  const leave = async () => {
    await remove.mutateAsync();
    navigate('/pipelines');
  };
  const isDirty = draft.text !== source;
  const origin = file ? `the file ${file}` : `revision ${number}`;
  return (
    <PageFrame
      title={name}
      trail={TRAIL}
      about={`${description ?? 'No description.'} Served from ${origin}.`}
      actions={
        <Group>
          {!file && (
            <Confirm
              label="Delete"
              grave
              title={`Delete “${name}”?`}
              consequence="Percept stops serving it. Its runs and their results stay."
              onConfirm={leave}
            />
          )}
          <ExportText name={name} text={source} />
          <Button onClick={open} disabled={isDirty || pipeline.findings.length > 0} title={isDirty ? 'Save first' : undefined}>
            Run
          </Button>
        </Group>
      }
    >
      <Tabs defaultValue="text" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="text">Text and graph</Tabs.Tab>
          <Tabs.Tab value="runs">Runs</Tabs.Tab>
          <Tabs.Tab value="schedule">Schedule</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="text">
          <EditorPanel
            name={name}
            draft={draft}
            saved={pipeline}
            hint={file ? FILE_HINT : undefined}
            onChange={write}
            onSaved={saved}
            onDrop={drop}
          />
        </Tabs.Panel>
        <Tabs.Panel value="runs">
          <RunsTable pipeline={name} empty="No runs yet. Press “Run”." />
        </Tabs.Panel>
        <Tabs.Panel value="schedule">
          <SchedulePanel name={name} />
        </Tabs.Panel>
      </Tabs>
      {asking && <RunForm of={pipeline} onClose={close} />}
    </PageFrame>
  );
}

/** The default template for a new pipeline. It runs unchanged, over the example images. */
function templateFor(name: string): string {
  return `version: 1
name: ${name}
description: Finds the objects in every image of a folder.
inputs:
  folder: { type: string, default: ./examples/images }
steps:
  - id: photos
    for_each:
      files: \${{ inputs.folder }}/**/*.{jpg,png,webp}
      as: photo
      concurrency: 4
    steps:
      - id: detect
        uses: vision.detect
        with: { image: "\${{ photo.path }}" }
    collect:
      file: \${{ photo.path }}
      objects: \${{ detect.total_objects }}
outputs:
  - jsonl: objects.jsonl
    rows: \${{ photos.rows }}
`;
}

/** Downloads the saved text of a pipeline. */
function ExportText({ name, text }: { name: string; text: string }) {
  const download = () => {
    const address = URL.createObjectURL(new Blob([text], { type: 'application/yaml' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: `${name}.yaml` });
    link.click();
    URL.revokeObjectURL(address);
  };
  return (
    <Button variant="default" onClick={download}>
      Export
    </Button>
  );
}
