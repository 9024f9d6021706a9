/** The position and size of an object, in pixels of the scene. */
export interface Place {
  x: number;
  y: number;
  size: number;
}

/** Moves and scales an object that is drawn around the origin, `unit` pixels wide. */
export function place({ x, y, size }: Place, unit: number, inside: string): string {
  return `<g transform="translate(${x} ${y}) scale(${(size / unit).toFixed(4)})">${inside}</g>`;
}

/** A rectangle: left, top, width and height, then its other attributes. */
export function rect(box: [x: number, y: number, width: number, height: number], attributes: string): string {
  const [x, y, width, height] = box;
  return `<rect x="${x}" y="${y}" width="${width}" height="${height}" ${attributes}/>`;
}
