import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Layer, PictureAnswer } from './answers';
import { draw, marksOf } from './draw';

interface PictureCanvasProps {
  source: string;
  answer?: PictureAnswer;
  layers: readonly Layer[];
}

/** The picture with what was found drawn over it. */
export function PictureCanvas({ source, answer, layers }: PictureCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [picture, setPicture] = useState<HTMLImageElement>();
  const { ref, width } = useElementSize();
  useEffect(() => {
    const image = new Image();
    image.onload = () => setPicture(image);
    image.src = source;
    return () => setPicture(undefined);
  }, [source]);
  const marks = answer ? marksOf(answer, layers) : [];
  useEffect(() => {
    if (canvas.current && picture) draw(canvas.current, picture, marks);
  });
  const told = marks.map(({ label }) => label).filter(Boolean);
  return (
    <div ref={ref} data-width={width}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={answer ? `The picture with ${marks.length} marks: ${told.join(', ') || 'none'}` : 'The picture'}
        data-marks={marks.length}
        style={{ width: '100%', display: 'block', borderRadius: 8 }}
      />
    </div>
  );
}
