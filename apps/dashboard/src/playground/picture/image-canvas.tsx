import { Button, Text } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState, type PointerEvent } from 'react';
import { draw, markAt, type Mark } from './draw';
import { ZoomBox } from './zoom-box';
import { counted } from '../../parts/text/counted';
import { number } from '../../parts/text/numbers';

interface ImageCanvasProps {
  source: string;
  /** Absent if there is no answer yet. */
  marks?: readonly Mark[];
  /** Width of the picture that the boxes refer to, in the boxes' unit, if `source` is a smaller copy. */
  pixels?: number;
  /** The mark that an element beside the picture points at. */
  lit?: number;
  /** Whether an element beside the picture already names the marks, so that no list is needed. */
  isNamed?: boolean;
}

const NONE: readonly Mark[] = [];
/** The most names that screen readers get for the picture. */
const MAX_READ = 20;
/** How many names the list shows at first, and how many more each time. */
const NAMED = 100;

/** The image with its findings drawn over it. A list names each finding, even if the picture has no room for its label. */
export function ImageCanvas({ source, marks: answered, pixels: given, lit, isNamed = false }: ImageCanvasProps) {
  const marks = answered ?? NONE;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<HTMLImageElement>();
  const [pointedAt, setPointedAt] = useState<number>();
  const { ref, width } = useElementSize();
  useEffect(() => {
    const image = new Image();
    image.onload = () => setImage(image);
    image.src = source;
    return () => setImage(undefined);
  }, [source]);
  useEffect(() => {
    if (canvas.current && image)
      draw(canvas.current, image, { marks, pointedAt: lit ?? pointedAt, pixels: given ?? image.naturalWidth });
  });
  const labels = marks.map(({ label }) => label).filter(Boolean);
  const point = (event: PointerEvent) => {
    if (!image) return;
    const { left, top, width } = event.currentTarget.getBoundingClientRect();
    const scale = (given ?? image.naturalWidth) / width;
    setPointedAt(markAt(marks, (event.clientX - left) * scale, (event.clientY - top) * scale));
  };
  return (
    <div>
      <ZoomBox>
        <div ref={ref} data-width={width}>
          <canvas
            ref={canvas}
            role="img"
            aria-label={answered ? `The image with ${counted(marks.length, 'mark')}: ${readOut(labels)}` : 'The image'}
            data-marks={marks.length}
            onPointerMove={point}
            onPointerLeave={() => setPointedAt(undefined)}
            title={pointedAt === undefined ? undefined : marks[pointedAt]?.label}
            style={{ width: '100%', display: 'block', borderRadius: 8 }}
          />
        </div>
      </ZoomBox>
      {labels.length > 0 && !isNamed && <Legend marks={marks} onPoint={setPointedAt} />}
    </div>
  );
}

interface LegendProps {
  marks: readonly Mark[];
  onPoint: (index: number | undefined) => void;
}

function readOut(labels: readonly string[]): string {
  const more = labels.length > MAX_READ ? `, and ${labels.length - MAX_READ} more` : '';
  return labels.slice(0, MAX_READ).join(', ') + more || 'none';
}

function Legend({ marks, onPoint }: LegendProps) {
  const [named, setNamed] = useState(NAMED);
  const left = marks.length - named;
  return (
    <ul className="legend" aria-label="Marks">
      {marks.slice(0, named).map(({ label, colour }, index) => (
        <li key={index}>
          <button
            type="button"
            onPointerEnter={() => onPoint(index)}
            onPointerLeave={() => onPoint(undefined)}
            onFocus={() => onPoint(index)}
            onBlur={() => onPoint(undefined)}
          >
            <span className="swatch" style={{ background: colour }} aria-hidden="true" />
            <Text size="xs" span>
              {label || 'without a name'}
            </Text>
          </button>
        </li>
      ))}
      {left > 0 && (
        <li>
          <Button size="compact-xs" variant="default" onClick={() => setNamed(named + NAMED)}>
            {Math.min(left, NAMED)} more of {number(left)}
          </Button>
        </li>
      )}
    </ul>
  );
}
