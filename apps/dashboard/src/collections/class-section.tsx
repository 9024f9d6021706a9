import { Button, Group, Progress, Text, Title } from '@mantine/core';
import { Confirm } from '../parts/confirm';
import { Failure } from '../parts/failure';
import { counted } from '../parts/text/counted';
import { LoadingPlaceholder } from '../parts/waiting';
import { DropTarget, FileChoice } from './drop-target';
import { useDeleteLabel, useEntries, useRelabel, type CollectionDetail, type CountedLabel } from './queries';
import { EntryTile } from './tile';
import type { Upload } from './uploads';
import { WORDS } from './words';

interface Choosing {
  chosen: ReadonlySet<string>;
  onChoose: (id: string) => void;
}

interface ClassSectionProps extends Choosing {
  of: CollectionDetail;
  count: CountedLabel;
  upload?: Upload;
  onFiles: (files: File[]) => void;
}

/** A gallery of the entries with a label. Other entries can be dropped into it. */
export function ClassSection({ of: collection, count, upload, onFiles, chosen, onChoose }: ClassSectionProps) {
  const { name, kind } = collection;
  const { label, entries } = count;
  const words = WORDS[kind];
  const rows = useEntries(name, label);
  const relabel = useRelabel(name);
  const shown = rows.data?.pages.flatMap((page) => page.entries) ?? [];
  const title = label ?? words.unlabelled;
  return (
    <DropTarget label={title} onFiles={onFiles} onEntries={(ids) => relabel.mutate({ ids, label })}>
      <Group justify="space-between" mb="xs">
        <Title order={3} size="h4">
          {title}{' '}
          <Text span size="sm">
            {counted(entries, words.one)}
          </Text>
        </Title>
        <Group gap="xs">
          {kind !== 'texts' && <FileChoice label="Add pictures" to={title} onFiles={onFiles} />}
          {label !== null && <DeleteLabel of={collection} count={count} />}
        </Group>
      </Group>
      {upload && upload.label === label && <Adding upload={upload} />}
      {relabel.isError && <Failure error={relabel.error} />}
      {rows.isError && <Failure error={rows.error} />}
      {rows.isPending && <LoadingPlaceholder />}
      <ul className="gallery" aria-label={`${words.other} of ${title}`}>
        {shown.map((entry, index) => (
          <EntryTile
            key={entry.id}
            of={entry}
            name={entry.text ?? `${words.one} ${index + 1} of ${title}`}
            chosen={chosen.has(entry.id)}
            onChoose={() => onChoose(entry.id)}
            dragged={chosen.has(entry.id) ? [...chosen] : [entry.id]}
          />
        ))}
      </ul>
      {rows.hasNextPage && (
        <Button mt="xs" size="xs" variant="default" loading={rows.isFetchingNextPage} onClick={() => void rows.fetchNextPage()}>
          Show more of {title}
        </Button>
      )}
    </DropTarget>
  );
}

function DeleteLabel({ of: { name, kind }, count: { label, entries } }: { of: CollectionDetail; count: CountedLabel }) {
  const { group, one, other } = WORDS[kind];
  const remove = useDeleteLabel(name);
  const what = counted(entries, one, other);
  return (
    <Confirm
      label={`Delete the ${group}`}
      size="xs"
      grave
      title={`Delete ${label}?`}
      consequence={
        kind === 'faces'
          ? `${what} and the numbers of the face are deleted for good, out of the files of the database too. Backups that were made before still have them.`
          : `${what} and what was computed from them are deleted for good. Models that were taught with them stay.`
      }
      onConfirm={() => remove.mutateAsync(label!)}
    />
  );
}

/** The progress of pictures being added to the class. */
export function Adding({ upload: { done, total, refused } }: { upload: Upload }) {
  if (done === total && refused.length === 0) return null;
  return (
    <div className="adding">
      <Text size="sm" role="status">
        {done < total ? `Adding ${counted(total, 'picture')}: ${done} done` : `${total - refused.length} of ${total} were added`}
      </Text>
      {done < total && <Progress value={(100 * done) / total} aria-label="Pictures that are done" />}
      {refused.map(({ name, why }, index) => (
        <Text key={index} size="sm" c="var(--grave)">
          {name}: {why}
        </Text>
      ))}
    </div>
  );
}
