import { Checkbox, Group, Stack, Text, Title, Anchor } from '@mantine/core';
import { useState } from 'react';
import { Card } from '../models/card';
import { CatalogueSection } from '../models/catalogue';
import { InPictures } from '../models/in-pictures';
import { isForCompanies } from '../models/licences';
import { MakeDefault } from '../models/make-default';
import { megabytes } from '../models/megabytes';
import type { Model } from '../models/model';
import { useModels } from '../models/queries';
import { SpeedHere } from '../models/speed';
import { UploadModel } from '../models/upload-model';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { State } from '../parts/state';
import { useCapabilities } from '../playground/any/queries';
import { useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { Confirm } from '../parts/confirm';
import { Link } from 'wouter';
import { counted } from '../parts/text/counted';

const TONES = { ready: 'good', unprepared: 'warn', broken: 'bad' } as const;

const COLUMNS: TableColumn<Model>[] = [
  {
    head: 'Model',
    cell: ({ name, version, own, shared }) => (
      <>
        <b className="whole">{name}</b>{' '}
        <Text size="xs" span>
          {version ?? 'no version'}
          {own && (shared ? ', your own' : ', of this project')}
        </Text>
      </>
    ),
  },
  { head: 'Licence', cell: ({ licence }) => (licence === 'unknown' ? 'unknown: see its card' : (licence ?? '–')) },
  { head: 'Task and capabilities', cell: ({ task }) => <Uses task={task} /> },
  { head: 'Size', cell: ({ bytes }) => <span className="whole">{bytes ? megabytes(bytes) : '–'}</span> },
  { head: 'Speed on this machine', cell: (model) => <SpeedHere of={model} /> },
  {
    head: 'State',
    cell: ({ state, reason }) => (
      <>
        <State tone={TONES[state]}>{state}</State>
        {reason && <Text size="xs">{reason}</Text>}
        {state === 'unprepared' && (
          <Text size="xs">
            <code>percept models prepare</code>
          </Text>
        )}
      </>
    ),
  },
  { head: 'Default', cell: (model) => <MakeDefault of={model} /> },
  {
    head: 'Card',
    cell: (model) => (
      <Group gap={4}>
        <InPictures of={model} />
        <Card of={model.name} />
        <DeleteModel of={model} />
      </Group>
    ),
  },
];

export default function Models() {
  const models = useModels();
  const capabilities = useCapabilities();
  const [isOpen, setOpen] = useState(false);
  return (
    <PageFrame
      title="Models"
      about="The models that answer requests, with their versions. A request can name another one in the parameter “model”."
      actions={<UploadModel />}
    >
      <Loaded query={models} after={[capabilities]}>
        {(rows) => (
          <>
            <Checkbox
              label="Good for companies: only licences that allow commercial use"
              checked={isOpen}
              onChange={(event) => setOpen(event.currentTarget.checked)}
            />
            <RowsTable
              label="Models"
              rows={isOpen ? rows.filter(({ licence }) => isForCompanies(licence)) : rows}
              columns={COLUMNS}
              keyOf={({ name }) => name}
              empty="No model has such a licence."
            />
          </>
        )}
      </Loaded>
      <CatalogueSection after={[models, capabilities]} />
      <Stack gap="xs">
        <Title order={3}>Your own</Title>
        <Text size="sm">
          “Upload a model” takes an ONNX file of up to 50 MB with its <code>model.yaml</code>. Larger ones go into a folder under{' '}
          <code>PERCEPT_MODELS_DIR</code>. The model is tried and listed above at once; if it cannot be used, its state says why.
        </Text>
      </Stack>
    </PageFrame>
  );
}

/** Removes a model that was added. Models that come with Percept stay. */
function DeleteModel({ of: { name, own, shared } }: { of: Model }) {
  const client = useQueryClient();
  if (!own) return null;
  const remove = async (): Promise<void> => {
    await api.DELETE('/v2/models/{name}', { params: { path: { name } } });
    await client.invalidateQueries({ queryKey: ['models'] });
  };
  return (
    <Confirm
      label="Delete"
      size="xs"
      grave
      title={`Delete ${name}?`}
      consequence={`${shared ? 'All projects lose this model' : 'This project loses this model'}, and its files are deleted. Requests that name it will be refused.`}
      onConfirm={remove}
    />
  );
}

/** The capabilities that may use the models of a task. */
function Uses({ task }: { task?: string | null }) {
  const { data: capabilities = [] } = useCapabilities();
  const using = capabilities.filter(({ model_tasks }) => task && model_tasks.includes(task));
  if (using.length === 0) return task ?? '–';
  return (
    <details>
      <summary>
        {task}: {counted(using.length, 'capability', 'capabilities')}
      </summary>
      <Group gap="0 10px">
        {using.map(({ id }) => (
          <Anchor
            key={id}
            component={Link}
            href={`/playground?capability=${encodeURIComponent(id)}`}
            size="sm"
            lh="26px"
            underline="always"
          >
            {id}
          </Anchor>
        ))}
      </Group>
    </details>
  );
}
