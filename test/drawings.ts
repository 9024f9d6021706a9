/*
 * Pictures drawn by us that the embedded detector recognises beyond doubt (confidence over 0.99), for tests that need a real
 * picture with a known answer. Each is an SVG text that sharp can read.
 */

interface Drawing {
  svg: string;
  width: number;
  height: number;
  /** What is on it and where, in pixels; a good detector is within some ten of them. */
  label: string;
  box: { x: number; y: number; width: number; height: number };
}

function octagon(x: number, y: number, radius: number): string {
  const corner = (index: number) => {
    const angle = Math.PI / 8 + (index * Math.PI) / 4;
    return `${(x + radius * Math.cos(angle)).toFixed(1)},${(y + radius * Math.sin(angle)).toFixed(1)}`;
  };
  return Array.from({ length: 8 }, (_, index) => corner(index)).join(' ');
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${content}</svg>`;
}

/** A red octagon with a white edge on a pole, before sky and grass: 640 × 480. */
export const stopSign: Drawing = {
  width: 640,
  height: 480,
  label: 'stop sign',
  box: { x: 324, y: 74, width: 192, height: 192 },
  svg: svg(
    640,
    480,
    `<rect width="640" height="380" fill="#9cc0e6"/><rect y="380" width="640" height="100" fill="#5f6f45"/>
     <rect x="412" y="200" width="16" height="260" fill="#888"/>
     <polygon points="${octagon(420, 170, 104)}" fill="#fff"/><polygon points="${octagon(420, 170, 96)}" fill="#b5121b"/>`,
  ),
};

/** A white clock face with a black rim on a wall: 480 × 640. */
export const clock: Drawing = {
  width: 480,
  height: 640,
  label: 'clock',
  box: { x: 100, y: 80, width: 280, height: 280 },
  svg: svg(
    480,
    640,
    `<rect width="480" height="640" fill="#c9b79c"/>
     <circle cx="240" cy="220" r="140" fill="#222"/><circle cx="240" cy="220" r="126" fill="#fafafa"/>
     ${Array.from(
       { length: 12 },
       (_, hour) => `<rect x="235" y="100" width="10" height="24" fill="#222" transform="rotate(${hour * 30} 240 220)"/>`,
     ).join('')}
     <rect x="235" y="130" width="10" height="95" fill="#222"/>
     <rect x="235" y="150" width="10" height="75" fill="#222" transform="rotate(110 240 220)"/>`,
  ),
};
