import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { Empty } from '../parts/empty';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { RowsTable, type TableColumn } from '../parts/rows-table';
import { counted } from '../parts/text/counted';
import { Ago } from '../parts/time/ago';
import { NewCollection } from './new-collection';
import { useCollections, type Collection } from './queries';
import { WORDS } from './words';

const COLUMNS: TableColumn<Collection>[] = [
  {
    head: 'Name',
    cell: ({ name }) => (
      <Anchor component={Link} href={`/collections/${name}`} size="sm" fw={600}>
        {name}
      </Anchor>
    ),
  },
  { head: 'Kind', cell: ({ kind }) => kind },
  { head: 'What it has', cell: ({ kind, entries }) => counted(entries, WORDS[kind].one) },
  { head: 'Changed', cell: ({ updated_at }) => <Ago at={updated_at} /> },
];

export default function Collections() {
  const collections = useCollections();
  return (
    <PageFrame
      title="Collections"
      about="Pictures, texts and faces with what they are: find what is alike, and teach models of your own."
      actions={<NewCollection />}
    >
      <Loaded query={collections}>
        {(rows) =>
          rows.length > 0 ? (
            <RowsTable label="Collections" rows={rows} columns={COLUMNS} keyOf={({ id }) => id} />
          ) : (
            <Empty title="No collections yet">
              Twenty pictures of each class make a model: is the gate open or closed, which of our five parts is it. “New
              collection” begins one; then drop pictures into its classes, and press “Teach”.
            </Empty>
          )
        }
      </Loaded>
    </PageFrame>
  );
}
