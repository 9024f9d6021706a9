import { Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { wrongWith, type Shapes } from '../api/client';
import { Confirm } from '../parts/confirm';
import { Failure } from '../parts/failure';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { Ago } from '../parts/time/ago';
import { GrantsForm } from './grants-form';
import { useCreateProject, useDeleteProject, useProjects, workIn, type Project } from './projects';

const GONE =
  'Its keys stop working at once. Its pipelines, runs, results, webhooks, secrets, logs and files are removed for good.';

export default function Projects() {
  const projects = useProjects();
  const remove = useDeleteProject();
  const [open, setOpen] = useState(false);
  const [granting, setGranting] = useState<Project>();
  const own = projects.data?.[0]?.id;
  const columns: TableColumn<Project>[] = [
    { head: 'Name', cell: ({ name }) => name },
    { head: 'Plan', cell: ({ plan }) => plan },
    { head: 'Folders and buckets', cell: (project) => granted(project, own) },
    { head: 'Created', cell: ({ created_at }) => <Ago at={created_at} /> },
    {
      head: 'Actions',
      cell: (project) => (
        <Group gap="xs">
          <Button variant="default" size="xs" onClick={() => workIn(project.id === own ? undefined : project.id)}>
            Switch to it
          </Button>
          <Button variant="default" size="xs" onClick={() => setGranting(project)}>
            Grant folders
          </Button>
          {project.id !== own && (
            <Confirm
              label="Delete"
              size="xs"
              grave
              title={`Delete the project ${project.name}?`}
              consequence={GONE}
              onConfirm={() => remove.mutateAsync(project.id)}
            />
          )}
        </Group>
      ),
    },
  ];
  return (
    <PageFrame
      title="Projects"
      about="A project has keys, pipelines, webhooks and results that no other project sees: one for each customer or team."
      actions={<Button onClick={() => setOpen(true)}>New project</Button>}
    >
      <Loaded query={projects}>
        {(rows) => <RowsTable label="Projects" rows={rows} columns={columns} keyOf={({ id }) => id} />}
      </Loaded>
      <Modal opened={open} onClose={() => setOpen(false)} title="New project" closeButtonProps={{ 'aria-label': 'Close' }}>
        <NewProject onMade={() => setOpen(false)} />
      </Modal>
      <Modal
        opened={granting !== undefined}
        onClose={() => setGranting(undefined)}
        title={`Folders and buckets of ${granting?.name}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {granting && <GrantsForm project={granting} onDone={() => setGranting(undefined)} />}
      </Modal>
    </PageFrame>
  );
}

/** The service's folders and buckets that a project may use. */
function granted({ id, roots, buckets }: Project, own: string | undefined): string {
  if (id === own && !roots && !buckets) return 'all';
  return [...(roots ?? []), ...(buckets ?? [])].join(', ') || 'its own folder';
}

type Plan = NonNullable<Shapes['CreateProjectRequest']['plan']>;

const PLANS: { value: Plan; label: string }[] = [
  { value: 'free', label: 'Free: 1,000 requests a month' },
  { value: 'pro', label: 'Pro: 100,000 requests a month' },
  { value: 'enterprise', label: 'Enterprise: no limit' },
];

function NewProject({ onMade }: { onMade: () => void }) {
  const [name, setName] = useState('');
  const [plan, setPlan] = useState<Plan>('free');
  const create = useCreateProject();
  const submit = (event: FormEvent) => {
    event.preventDefault();
    create.mutate({ name, plan }, { onSuccess: onMade });
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <TextInput
          label="Name"
          data-autofocus
          value={name}
          error={wrongWith(create.error, 'name')}
          onChange={(event) => setName(event.target.value)}
        />
        <NativeSelect
          label="Plan of all its keys together"
          data={PLANS}
          value={plan}
          onChange={(event) => setPlan(event.target.value as Plan)}
        />
        {create.isError && <Failure error={create.error} />}
        <Group justify="flex-end">
          <Button type="submit" loading={create.isPending} disabled={name === ''}>
            Create project
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
