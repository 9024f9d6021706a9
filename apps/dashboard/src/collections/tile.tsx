import { Text } from '@mantine/core';
import type { DragEvent, ReactNode } from 'react';
import { DRAGGED } from './drop-target';
import type { CollectionEntry } from './queries';

interface TileProps {
  of: CollectionEntry;
  /** The label for screen readers. */
  name: string;
  /** Whether the tile is chosen. If absent, it cannot be chosen. */
  chosen?: boolean;
  onChoose?: () => void;
  /** The ids that are dragged along. */
  dragged?: readonly string[];
  children?: ReactNode;
}

/** An entry, shown as its picture or its text. */
export function EntryTile({ of: entry, name, chosen, onChoose, dragged, children }: TileProps) {
  const drag = (event: DragEvent) => {
    event.dataTransfer.setData(DRAGGED, JSON.stringify(dragged ?? [entry.id]));
    event.dataTransfer.effectAllowed = 'move';
  };
  const shown = <Shown of={entry} name={onChoose ? undefined : name} />;
  return (
    <li className="tile" draggable={onChoose !== undefined} onDragStart={drag}>
      {onChoose ? (
        <button type="button" aria-pressed={chosen} aria-label={name} title={entry.text ?? undefined} onClick={onChoose}>
          {shown}
        </button>
      ) : (
        shown
      )}
      {children}
    </li>
  );
}

/** @param name the picture's alternative text. If absent, an element around it has the text. */
function Shown({ of: { text, picture_url }, name = '' }: { of: CollectionEntry; name?: string }) {
  if (text !== null)
    return (
      <Text span size="sm" className="frame says" lineClamp={5}>
        {text}
      </Text>
    );
  return (
    <span className="frame">
      {picture_url ? (
        <img src={picture_url} alt={name} loading="lazy" draggable={false} />
      ) : (
        <Text span size="xs">
          No picture kept
        </Text>
      )}
    </span>
  );
}
