import { Skeleton, UnstyledButton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { RunItem } from '../../pipelines/answers';
import { loadImagePreview } from './image-preview';

/** Pixels of the longer side: twice the drawn size, for high-resolution screens. */
export const SMALL = 320;
export const LARGE = 1600;
/** Waits this long, so that rows passing by while the user scrolls fetch nothing. */
const SETTLED_MS = 150;
const KEPT_MS = 60_000;

/** The last part of the path, or another name of the item. */
export const toItemName = (item: RunItem): string => item.key.split('/').at(-1) || item.key || item.step;

/** The picture of an item, or the first frame of its video. Shows nothing for an item without either. */
export function ItemPicture({ of: item, onOpen }: { of: RunItem; onOpen: () => void }) {
  const isSettled = useSettled();
  const preview = usePreview(item.file_url, SMALL, isSettled);
  if (!item.file_url) return null;
  const name = toItemName(item);
  return preview.data ? (
    <UnstyledButton className="thumb" onClick={onOpen} aria-label={`Enlarge ${name}`}>
      <img src={preview.data.source} alt="" />
    </UnstyledButton>
  ) : preview.errorUpdateCount > 0 ? (
    // The button stays during a refetch, because a click on a disappearing button is lost.
    <UnstyledButton className="thumb" onClick={onOpen} aria-label={`Why ${name} has no picture`} title={preview.error?.message}>
      No picture
    </UnstyledButton>
  ) : (
    <Skeleton className="thumb" />
  );
}

export function usePreview(address: string | null, width: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['picture', address, width],
    queryFn: ({ signal }) => loadImagePreview(`${address}&width=${width}`, signal),
    enabled: isWanted && address !== null,
    staleTime: Infinity,
    gcTime: KEPT_MS,
  });
}

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
