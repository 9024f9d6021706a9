import { useElementSize } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';
import type { Layer, ImageResult } from './answers';
import { draw, marksOf } from './draw';

interface ImageCanvasProps {
  source: string;
  answer?: ImageResult;
  layers: readonly Layer[];
}

/** The image with what was found drawn over it. */
export function ImageCanvas({ source, answer, layers }: ImageCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [image, setImage] = useState<HTMLImageElement>();
  const { ref, width } = useElementSize();
  useEffect(() => {
    const image = new Image();
    image.onload = () => setImage(image);
    image.src = source;
    return () => setImage(undefined);
  }, [source]);
  const marks = answer ? marksOf(answer, layers) : [];
  useEffect(() => {
    if (canvas.current && image) draw(canvas.current, image, marks);
  });
  const labels = marks.map(({ label }) => label).filter(Boolean);
  return (
    <div ref={ref} data-width={width}>
      <canvas
        ref={canvas}
        role="img"
        aria-label={answer ? `The image with ${marks.length} marks: ${labels.join(', ') || 'none'}` : 'The image'}
        data-marks={marks.length}
        style={{ width: '100%', display: 'block', borderRadius: 8 }}
      />
    </div>
  );
}
