import { Tabs } from '@mantine/core';
import { useLocation, useParams } from 'wouter';
import { Confirm } from '../parts/confirm';
import { Loaded } from '../parts/loaded';
import { PageFrame } from '../parts/page';
import { counted } from '../parts/text/counted';
import { Board } from './board';
import { Find } from './find';
import { useCollection, useDeleteCollection, type CollectionDetail } from './queries';
import { Teach } from './teach';
import { Who } from './who';
import { WORDS } from './words';
import './collections.css';

const TRAIL = [{ label: 'Collections', href: '/collections' }];

export default function CollectionPage() {
  const { name = '' } = useParams<{ name: string }>();
  const collection = useCollection(name);
  return (
    <PageFrame
      title={name}
      trail={TRAIL}
      about={collection.data && WORDS[collection.data.kind].about}
      actions={collection.data && <DeleteCollection of={collection.data} />}
    >
      <Loaded query={collection}>{(data) => <Parts of={data} />}</Loaded>
    </PageFrame>
  );
}

function Parts({ of: collection }: { of: CollectionDetail }) {
  const isFaces = collection.kind === 'faces';
  return (
    <Tabs defaultValue="all" keepMounted={false}>
      <Tabs.List mb="md">
        <Tabs.Tab value="all">{isFaces ? 'People' : collection.kind === 'texts' ? 'Texts' : 'Pictures'}</Tabs.Tab>
        {isFaces && <Tabs.Tab value="who">Who is it?</Tabs.Tab>}
        <Tabs.Tab value="find">Find alike</Tabs.Tab>
        {!isFaces && <Tabs.Tab value="teach">Teach</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="all">
        <Board of={collection} />
      </Tabs.Panel>
      <Tabs.Panel value="who">
        <Who of={collection} />
      </Tabs.Panel>
      <Tabs.Panel value="find">
        <Find of={collection} />
      </Tabs.Panel>
      <Tabs.Panel value="teach">
        <Teach of={collection} />
      </Tabs.Panel>
    </Tabs>
  );
}

function DeleteCollection({ of: { id, name, entries, kind } }: { of: CollectionDetail }) {
  const [, navigate] = useLocation();
  const remove = useDeleteCollection(() => navigate('/collections'));
  return (
    <Confirm
      label="Delete the collection"
      grave
      title={`Delete ${name}?`}
      consequence={`${counted(entries, WORDS[kind].one)} and what was computed from them are deleted for good. Models that were taught with them stay.`}
      onConfirm={() => remove.mutateAsync(id)}
    />
  );
}
