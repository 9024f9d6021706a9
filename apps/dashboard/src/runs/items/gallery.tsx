import { Skeleton, Text } from '@mantine/core';
import { memo, useEffect, useRef, useState, type RefObject } from 'react';
import { toItemName, SMALL, usePreview } from './picture';
import type { ImagePreview } from './image-preview';
import { wordsBelow, type Shown } from './shown';

/** How far outside the window pictures are fetched in advance. */
const AHEAD = '300px';
/** The number of cards at first. The gallery grows by it when its end comes near. */
const STEP = 200;

interface GalleryProps {
  shown: readonly Shown[];
  onOpen: (index: number) => void;
  /** Called when the end of `shown` comes near. */
  onEnd: () => void;
}

/** The items of a run as pictures, with the findings of the steps drawn over them. */
export function Gallery({ shown, onOpen, onEnd }: GalleryProps) {
  const [cards, setCards] = useState(STEP);
  if (shown.length === 0) return <Text size="sm">No items.</Text>;
  const toEnd = () => (cards < shown.length ? setCards(cards + STEP) : onEnd());
  return (
    <>
      <ul className="gallery" aria-label="Pictures">
        {shown.slice(0, cards).map((each, index) => (
          <Card key={`${each.item.step} ${each.item.key}`} of={each} index={index} onOpen={onOpen} />
        ))}
      </ul>
      <End key={`${cards} ${shown.length}`} onNear={toEnd} />
    </>
  );
}

/** Reports once that it is nearly visible. */
function End({ onNear }: { onNear: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const isNear = useNear(end);
  const near = useRef(onNear);
  near.current = onNear;
  useEffect(() => {
    if (isNear) near.current();
  }, [isNear]);
  return <div ref={end} />;
}

const Card = memo(function Card({ of, index, onOpen }: { of: Shown; index: number; onOpen: (index: number) => void }) {
  const { item } = of;
  const card = useRef<HTMLLIElement>(null);
  const isNear = useNear(card);
  const preview = usePreview(item.file_url, SMALL, isNear);
  const name = toItemName(item);
  return (
    <li ref={card}>
      <button type="button" onClick={() => onOpen(index)} data-state={item.state}>
        <span className="frame">
          {preview.data ? (
            <Annotated preview={preview.data} of={of} />
          ) : preview.isError || !item.file_url ? (
            <Text span size="xs">
              No picture
            </Text>
          ) : (
            <Skeleton h="100%" />
          )}
        </span>
        <Text span size="xs" fw={600} truncate>
          {name}
        </Text>
        <Text span size="xs" truncate c={item.error ? 'var(--grave)' : undefined}>
          {wordsBelow(of)}
        </Text>
      </button>
    </li>
  );
});

/** The whole picture in its frame, with its boxes. They need no canvas at this size. */
function Annotated({ preview: { source, width, height }, of: { marks } }: { preview: ImagePreview; of: Shown }) {
  return (
    <>
      <img src={source} alt="" />
      {width > 0 && marks.length > 0 && (
        <svg viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
          {marks.map(({ box, colour }, index) => (
            <rect key={index} {...box} stroke={colour} />
          ))}
        </svg>
      )}
    </>
  );
}

/** Whether an element is or was visible, or nearly visible. It stays true. */
function useNear(element: RefObject<HTMLElement | null>): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setNear(true), { rootMargin: AHEAD });
    if (element.current) seen.observe(element.current);
    return () => seen.disconnect();
  }, [element]);
  return isNear;
}
