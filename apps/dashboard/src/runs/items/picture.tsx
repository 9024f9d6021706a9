import { Anchor, Modal, Skeleton, Stack, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { Failure } from '../../parts/failure';
import type { RunItem } from '../../pipelines/answers';
import { previewOf } from './preview-of';

/** Pixels of the longer side, twice as many as are drawn for screens that have them. */
const SMALL = 160;
const LARGE = 1600;
/** A row that only passes by while one scrolls asks for nothing. */
const SETTLED_MS = 150;
const KEPT_MS = 60_000;

/** The picture of an item, which opens a larger one; of a video its first frame. Nothing for an item that looks at none. */
export function ItemPicture({ of: item }: { of: RunItem }) {
  const [open, { open: show, close }] = useDisclosure(false);
  const isSettled = useSettled();
  const preview = usePreview(item.file_url, SMALL, isSettled);
  if (!item.file_url) return null;
  const name = item.key.split('/').at(-1) || item.step;
  return (
    <>
      {preview.data ? (
        <UnstyledButton className="thumb" onClick={show} aria-label={`Enlarge ${name}`}>
          <img src={preview.data} alt="" />
        </UnstyledButton>
      ) : preview.errorUpdateCount > 0 ? (
        // It stays while the picture is asked for again: a click on what goes away is lost.
        <UnstyledButton className="thumb" onClick={show} aria-label={`Why ${name} has no picture`} title={preview.error?.message}>
          No picture
        </UnstyledButton>
      ) : (
        <Skeleton className="thumb" />
      )}
      {/* Stays open while the small one is asked for again. */}
      <Modal opened={open} onClose={close} title={name} size="xl" closeButtonProps={{ 'aria-label': 'Close' }}>
        <Large of={item} name={name} />
      </Modal>
    </>
  );
}

function Large({ of: { file_url: address, key, error }, name }: { of: RunItem; name: string }) {
  const preview = usePreview(address, LARGE, true);
  return (
    <Stack gap="xs">
      {preview.isError && <Failure error={preview.error} />}
      {preview.data ? (
        <img className="enlarged" src={preview.data} alt={`What ${name} shows`} />
      ) : (
        !preview.isError && <Skeleton height={320} />
      )}
      {error && (
        <Text size="sm" className="anywhere">
          <b>{error.code}</b> in {error.step}: {error.reason}
        </Text>
      )}
      <Text size="sm" className="anywhere">
        {key}
      </Text>
      <Anchor href={address ?? ''} size="sm" target="_blank" rel="noreferrer">
        The file as it is
      </Anchor>
    </Stack>
  );
}

function usePreview(address: string | null, width: number, isWanted: boolean) {
  return useQuery({
    queryKey: ['picture', address, width],
    queryFn: ({ signal }) => previewOf(`${address}&width=${width}`, signal),
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
