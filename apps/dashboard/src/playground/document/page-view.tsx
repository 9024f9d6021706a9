import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { postForm } from '../../api/client';
import { Loaded } from '../../parts/loaded';
import { ImageCanvas } from '../picture/image-canvas';
import { PAGE_LAYERS, pageMarks, type NamedPlace, type PageLayer, type ReadAnswer } from './document-answers';

interface Picture {
  number: number;
  width: number;
  picture: string;
}

interface PageViewProps {
  file: File;
  /** Identifies the file among the dropped ones. */
  id: string;
  read: ReadAnswer | null;
  places: readonly NamedPlace[];
  pointedAt: string | undefined;
}

/** The pages of a document, one at a time, with the findings drawn over them. */
export function PageView({ file, id, read, places, pointedAt }: PageViewProps) {
  const [chosen, setNumber] = useState(1);
  const [shown, setShown] = useState<PageLayer[]>(['fields', 'tables']);
  const lit = places.find(({ name }) => name === pointedAt)?.field.page;
  const number = lit ?? chosen;
  const count = read?.page_count ?? 1;
  const picture = useQuery({
    queryKey: ['page of a document', id, number],
    staleTime: Infinity,
    queryFn: async () => {
      const form = new FormData();
      form.append('pages', String(number));
      form.append('document', file);
      return (await postForm<{ pages: [Picture] }>('/v2/documents/render', form)).pages[0];
    },
  });
  const { marks, indexOf } = pageMarks(
    read?.pages.find((page) => page.number === number),
    places,
    { shown, number },
  );
  return (
    <Stack gap="xs">
      <Checkbox.Group value={shown} onChange={(value) => setShown(value)} aria-label="Layers">
        <Group gap="md">
          {PAGE_LAYERS.map((layer) => (
            <Checkbox key={layer} value={layer} label={layer} />
          ))}
        </Group>
      </Checkbox.Group>
      <Loaded query={picture}>
        {(page) => <Drawn page={page} marks={marks} lit={pointedAt === undefined ? undefined : indexOf(pointedAt)} />}
      </Loaded>
      {count > 1 && (
        <Group gap="xs">
          <Button size="compact-sm" variant="default" disabled={number === 1} onClick={() => setNumber(number - 1)}>
            Previous page
          </Button>
          <Button size="compact-sm" variant="default" disabled={number === count} onClick={() => setNumber(number + 1)}>
            Next page
          </Button>
          <Text size="sm" role="status">
            Page {number} of {count}
          </Text>
        </Group>
      )}
    </Stack>
  );
}

function Drawn({ page, marks, lit }: { page: Picture; marks: ReturnType<typeof pageMarks>['marks']; lit?: number }) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const bytes = Uint8Array.from(atob(page.picture), (sign) => sign.codePointAt(0)!);
    const url = URL.createObjectURL(new Blob([bytes], { type: 'image/jpeg' }));
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [page]);
  return source && <ImageCanvas source={source} marks={marks} pixels={page.width} lit={lit} isNamed />;
}
