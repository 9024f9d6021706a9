import { place, type Place } from './place';

/** An octagonal sign on a pole; `x`, `y` is the middle of the octagon, `size` its width. */
export function stopSign(where: Place): string {
  const corner = (radius: number) =>
    Array.from({ length: 8 }, (_, i) => {
      const angle = (Math.PI / 4) * i + Math.PI / 8;
      return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
    }).join(' ');
  return place(
    where,
    200,
    `<rect x="-9" y="90" width="18" height="420" fill="url(#metal)"/>
     <polygon points="${corner(108)}" fill="#e9e7e2"/>
     <polygon points="${corner(100)}" fill="url(#stopRed)"/>
     <text x="0" y="24" font-family="DejaVu Sans Condensed, sans-serif" font-weight="bold" font-size="66" text-anchor="middle" fill="#f4f2ee" textLength="158" lengthAdjust="spacingAndGlyphs">STOP</text>
     <circle cx="0" cy="-78" r="4" fill="#777"/><circle cx="0" cy="78" r="4" fill="#777"/>`,
  );
}

/** A signal head with three lamps; `x`, `y` is its middle, `size` its width. */
export function trafficLight(where: Place, lit: 'red' | 'amber' | 'green' = 'green'): string {
  const lamp = (y: number, name: string, on: string, off: string) =>
    `<circle cx="0" cy="${y}" r="27" fill="${lit === name ? on : off}"/>
     ${lit === name ? `<circle cx="0" cy="${y}" r="44" fill="${on}" opacity="0.25"/><circle cx="-6" cy="${y - 6}" r="11" fill="#fff" opacity="0.7"/>` : ''}
     <path d="M-33 ${y - 6} A33 33 0 0 1 33 ${y - 6} L30 ${y - 18} A36 36 0 0 0 -30 ${y - 18} Z" fill="#111"/>`;
  return place(
    where,
    96,
    `<rect x="-48" y="-122" width="96" height="244" rx="12" fill="url(#signal)"/>
     <rect x="-48" y="-122" width="96" height="244" rx="12" fill="none" stroke="#0a0a0a" stroke-width="4"/>
     ${lamp(-76, 'red', '#ff3b22', '#4a1512')}${lamp(0, 'amber', '#ffc02b', '#4d3a10')}${lamp(76, 'green', '#39f08a', '#0f3a25')}`,
  );
}

/** A round dial at ten past ten; `x`, `y` is its middle, `size` its diameter. */
export function clockFace(where: Place): string {
  const marks = Array.from({ length: 12 }, (_, i) => {
    const angle = (Math.PI / 6) * i;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)];
    const numeral = ['XII', 'I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI'][i]!;
    return `<line x1="${88 * x}" y1="${88 * y}" x2="${82 * x}" y2="${82 * y}" stroke="#222" stroke-width="4"/>
      <text x="${68 * x}" y="${68 * y + 7}" font-family="DejaVu Serif, serif" font-size="19" font-weight="bold" text-anchor="middle" fill="#1a1a1a">${numeral}</text>`;
  }).join('');
  return place(
    where,
    200,
    `<circle r="100" fill="url(#brass)"/><circle r="92" fill="url(#dial)"/>${marks}
     <g stroke="#111" stroke-linecap="round"><line x1="0" y1="0" x2="-38" y2="-22" stroke-width="8"/><line x1="0" y1="0" x2="62" y2="-36" stroke-width="5"/></g><circle r="6" fill="#111"/>`,
  );
}
