import { Button, Group, Text } from '@mantine/core';
import { useRef, useState, type PointerEvent, type ReactNode } from 'react';

const LEVELS = [1, 2, 3, 4];

/**
 * A box in which a picture can be zoomed with buttons and moved by dragging or scrolling, also by touch or arrow keys. The content
 * is one or more times as wide as the box.
 */
export function ZoomBox({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [level, setLevel] = useState(0);
  const zoom = LEVELS[level]!;
  const change = (next: number) => {
    const { current } = box;
    setLevel(next);
    if (!current) return;
    const [x, y] = [current.scrollLeft + current.clientWidth / 2, current.scrollTop + current.clientHeight / 2];
    const by = LEVELS[next]! / zoom;
    // Keeps the middle in place, once the new size is drawn.
    requestAnimationFrame(() => current.scrollTo(x * by - current.clientWidth / 2, y * by - current.clientHeight / 2));
  };
  const drag = ({ buttons, pointerType, movementX, movementY, currentTarget }: PointerEvent) => {
    if (pointerType === 'mouse' && buttons === 1) currentTarget.scrollBy(-movementX, -movementY);
  };
  return (
    <>
      <div
        ref={box}
        className="zoom"
        data-zoomed={zoom > 1}
        role="group"
        aria-label="The picture"
        tabIndex={0}
        onPointerMove={zoom > 1 ? drag : undefined}
      >
        <div style={{ width: `${zoom * 100}%` }}>{children}</div>
      </div>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" variant="default" onClick={() => change(level - 1)} disabled={level === 0}>
          Zoom out
        </Button>
        <Button size="compact-sm" variant="default" onClick={() => change(level + 1)} disabled={level === LEVELS.length - 1}>
          Zoom in
        </Button>
        <Text size="sm" role="status">
          {zoom * 100} %
        </Text>
      </Group>
    </>
  );
}
