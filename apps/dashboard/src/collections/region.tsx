import { Button, Group, Stack, Text } from '@mantine/core';
import { useState, type PointerEvent } from 'react';
import { PlainNumberField } from '../parts/fields/number-field';
import { useEntries, type CollectionDetail } from './queries';

/** [left, top, width, height] as fractions of the picture's sides. */
export type FractionRegion = readonly [number, number, number, number];

/** Smaller drags count as clicks and change nothing. */
const LEAST = 0.02;
const START: FractionRegion = [0.25, 0.25, 0.5, 0.5];
const SIDES = ['Left', 'Top', 'Width', 'Height'] as const;

/** Keeps the region inside the picture. */
function inside([left, top, width, height]: readonly number[]): FractionRegion {
  const percent = (share: number | undefined, most: number): number => Math.round(100 * Math.min(most, Math.max(0, share ?? 0)));
  const [x, y] = [percent(left, 1 - LEAST), percent(top, 1 - LEAST)];
  const [w, h] = [Math.max(1, percent(width, 1 - x / 100)), Math.max(1, percent(height, 1 - y / 100))];
  return [x / 100, y / 100, w / 100, h / 100];
}

interface RegionChoiceProps {
  of: CollectionDetail;
  region: FractionRegion | null;
  onChange: (region: FractionRegion | null) => void;
}

/** Chooses the region of the pictures that the model looks at: drawn on one of them, or typed. */
export function RegionChoice({ of: { name, labels }, region, onChange }: RegionChoiceProps) {
  const entries = useEntries(name, labels.find(({ label }) => label !== null)?.label ?? null);
  const picture = entries.data?.pages[0]?.entries.find(({ picture_url }) => picture_url !== null)?.picture_url;
  if (!picture) return null;
  if (!region)
    return (
      <Group>
        <Text size="sm">It looks at the whole picture.</Text>
        <Button size="xs" variant="default" onClick={() => onChange(START)}>
          Look at a part
        </Button>
      </Group>
    );
  return (
    <Stack gap="xs">
      <Text size="sm">
        Draw a box around what changes, such as the gate itself. The model looks at that part of every picture, so the camera must
        not move.
      </Text>
      <Drawn picture={picture} region={region} onChange={onChange} />
      <Group align="flex-end" gap="xs">
        {SIDES.map((side, index) => (
          <PlainNumberField
            key={side}
            label={`${side}, %`}
            size="xs"
            w={90}
            min={index < 2 ? 0 : 1}
            max={100}
            value={String(Math.round(100 * region[index]!))}
            onChange={(value) => onChange(inside(region.with(index, Number(value) / 100)))}
          />
        ))}
        <Button size="xs" variant="default" onClick={() => onChange(null)}>
          Look at the whole picture
        </Button>
      </Group>
    </Stack>
  );
}

interface DrawnProps {
  picture: string;
  region: FractionRegion;
  onChange: (region: FractionRegion) => void;
}

function Drawn({ picture, region: [left, top, width, height], onChange }: DrawnProps) {
  const [from, setFrom] = useState<readonly [number, number]>();
  const at = ({ currentTarget, clientX, clientY }: PointerEvent): [number, number] => {
    const box = currentTarget.getBoundingClientRect();
    const share = (value: number): number => Math.min(1, Math.max(0, value));
    return [share((clientX - box.left) / box.width), share((clientY - box.top) / box.height)];
  };
  const begin = (event: PointerEvent) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom(at(event));
  };
  const move = (event: PointerEvent) => {
    if (!from) return;
    const to = at(event);
    const [across, down] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
    if (across < LEAST || down < LEAST) return;
    onChange(inside([Math.min(from[0], to[0]), Math.min(from[1], to[1]), across, down]));
  };
  const sides = { left, top, width, height };
  const style = Object.fromEntries(Object.entries(sides).map(([side, share]) => [side, `${100 * share}%`]));
  return (
    <div className="region" onPointerDown={begin} onPointerMove={move} onPointerUp={() => setFrom(undefined)}>
      <img src={picture} alt="One of the pictures, to draw on" draggable={false} />
      <span style={style} />
    </div>
  );
}
