/** The gradients that the drawn things share. */
const PAINTS: Record<string, [direction: 'down' | 'across' | 'round', ...stops: string[]]> = {
  metal: ['across', '#6d7275', '#c7cccf', '#7d8387'],
  stopRed: ['down', '#c8202a', '#a5121d'],
  signal: ['across', '#1c1f1e', '#3a3f3d', '#161817'],
  brass: ['down', '#6b5a3a', '#3c3220'],
  dial: ['round', '#fffdf4', '#efe9d6'],
  sky: ['down', '#5f94d6', '#a9c9ea', '#e3ecf2'],
  dusk: ['down', '#27406f', '#7a6f9b', '#e8a77a'],
  asphalt: ['down', '#6a6b6d', '#4a4b4d'],
  stone: ['across', '#b9a98d', '#d8cbb2', '#9b8c72'],
  sail: ['across', '#fdfcf6', '#d9d6c9'],
  hull: ['down', '#8c2f25', '#521811'],
  sea: ['down', '#4f93b8', '#1f5f87', '#17486a'],
  sand: ['down', '#e8d5a8', '#cbb27d'],
  fuselage: ['down', '#ffffff', '#e3e8ec', '#9aa5ae'],
  wing: ['across', '#8b969f', '#cfd6dc'],
  screen: ['down', '#2d6cb5', '#173d74'],
  aluminium: ['down', '#c6cbd0', '#e2e5e8'],
  china: ['across', '#fffdf8', '#efebe2', '#c9c3b6'],
  bananaSkin: ['down', '#ffe66b', '#f3cf3b', '#d9a92a'],
  orangeSkin: ['round', '#ffb04a', '#f78f16', '#d86f06'],
  appleSkin: ['round', '#e85a48', '#c01f24', '#7d0d14'],
  cloth: ['down', '#f1f2f2', '#cfd3d6'],
  wall: ['down', '#dcd6cb', '#c3bbac'],
  wood: ['down', '#a9774a', '#7c5230'],
};

function gradient(id: string, [direction, ...stops]: (typeof PAINTS)[string]): string {
  const inside = stops.map((color, i) => `<stop offset="${i / (stops.length - 1)}" stop-color="${color}"/>`).join('');
  if (direction === 'round') return `<radialGradient id="${id}">${inside}</radialGradient>`;
  return `<linearGradient id="${id}" x1="0" y1="0" x2="${direction === 'across' ? 1 : 0}" y2="${direction === 'down' ? 1 : 0}">${inside}</linearGradient>`;
}

export interface Scene {
  width: number;
  height: number;
  /** SVG elements, from the back to the front. */
  layers: string[];
}

export function sceneSvg({ width, height, layers }: Scene): string {
  const paints = Object.entries(PAINTS).map(([id, paint]) => gradient(id, paint));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
    <defs>${paints.join('')}<filter id="soft"><feGaussianBlur stdDeviation="6"/></filter></defs>
    ${layers.join('\n')}
  </svg>`;
}
