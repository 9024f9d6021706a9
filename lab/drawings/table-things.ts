import { place, rect, type Place } from './place';

/** An open laptop; `x`, `y` is the middle of its hinge, `size` its width. */
export function laptop(where: Place): string {
  const keys = Array.from({ length: 48 }, (_, i) => {
    const [row, column] = [Math.floor(i / 12), i % 12];
    const [spread, y] = [1 + row * 0.035, 12 + row * 15];
    return rect([(-126 + column * 21) * spread, y, 17 * spread, 11], 'rx="2" fill="#26282b"');
  }).join('');
  return place(
    where,
    320,
    `<ellipse cx="0" cy="108" rx="184" ry="10" fill="#000" opacity="0.3"/>
     ${rect([-146, -196, 292, 196], 'rx="10" fill="#23262a"')}${rect([-135, -185, 270, 170], 'fill="url(#screen)"')}
     ${rect([-118, -160, 110, 12], 'fill="#fff" opacity="0.8"')}${[0, 1, 2, 3, 4].map((i) => rect([-118, -136 + i * 20, 90 + ((i * 37) % 60), 7], 'fill="#fff" opacity="0.55"')).join('')}
     <path d="M40 -50 L60 -90 L80 -70 L104 -128" stroke="#ffd166" stroke-width="6" fill="none"/>
     <path d="M-150 0 L150 0 L172 98 Q172 106 162 106 L-162 106 Q-172 106 -172 98 Z" fill="url(#aluminium)"/>${keys}
     <path d="M-42 76 L42 76 L46 100 L-46 100 Z" fill="#a3a8ad"/>`,
  );
}

/** A coffee cup with its saucer; `x`, `y` is the middle of its foot, `size` its width without the handle. */
export function cup(where: Place): string {
  return place(
    where,
    140,
    `<ellipse cx="10" cy="2" rx="110" ry="20" fill="#000" opacity="0.25"/><ellipse cx="0" cy="-4" rx="112" ry="20" fill="url(#china)"/><ellipse cx="0" cy="-7" rx="70" ry="11" fill="#c9c4ba"/>
     <path d="M62 -92 Q116 -96 106 -54 Q98 -24 52 -28" fill="none" stroke="#e6e1d6" stroke-width="14"/>
     <path d="M-70 -116 L70 -116 Q68 -40 38 -8 L-38 -8 Q-68 -40 -70 -116 Z" fill="url(#china)"/>
     <ellipse cx="0" cy="-116" rx="70" ry="17" fill="#f4f0e8"/><ellipse cx="0" cy="-113" rx="60" ry="12" fill="#4a2b17"/>`,
  );
}

/** A computer mouse seen from above; `size` is its width. */
export function mouse(where: Place): string {
  return place(
    where,
    70,
    `<ellipse cx="4" cy="8" rx="40" ry="58" fill="#000" opacity="0.25"/><ellipse cx="0" cy="0" rx="35" ry="54" fill="#2a2d31"/><ellipse cx="-8" cy="-12" rx="16" ry="30" fill="#4b4f55"/>
     <path d="M-34 -12 Q0 -4 34 -12 M0 -54 L0 -10" stroke="#777b80" stroke-width="2" fill="none"/>${rect([-4, -38, 8, 20], 'rx="4" fill="#2a2c2f"')}`,
  );
}

/** A banana; `size` is its length. */
export function banana(where: Place): string {
  return place(
    where,
    300,
    `<ellipse cx="10" cy="76" rx="120" ry="12" fill="#000" opacity="0.2"/><path d="M-150 -30 Q-80 92 60 74 Q134 60 152 -6 L140 -16 Q112 22 40 24 Q-70 26 -132 -44 Z" fill="url(#bananaSkin)"/>
     <path d="M-140 -38 Q-72 58 52 50 Q124 40 146 -10" stroke="#c79a1e" stroke-width="3" fill="none"/>
     <path d="M138 -18 L148 -44 L160 -40 L153 -6 Z" fill="#8d7a2c"/><circle cx="-142" cy="-37" r="9" fill="#4c3b16"/>`,
  );
}

/** An orange; `size` is its diameter. */
export function orange(where: Place): string {
  const pores = Array.from({ length: 70 }, (_, i) => {
    const [radius, angle] = [88 * Math.sqrt(i / 70), i * 2.4];
    return `<circle cx="${(radius * Math.cos(angle)).toFixed(1)}" cy="${(radius * Math.sin(angle)).toFixed(1)}" r="1.8" fill="#c96a05" opacity="0.6"/>`;
  }).join('');
  return place(
    where,
    200,
    `<circle r="100" fill="url(#orangeSkin)"/>${pores}<path d="M-8 -70 L0 -80 L9 -71 L2 -62 Z" fill="#4c6b21"/>`,
  );
}

/** An apple; `size` is its width. */
export function apple(where: Place): string {
  return place(
    where,
    200,
    `<ellipse cx="10" cy="92" rx="84" ry="14" fill="#000" opacity="0.2"/><path d="M0 -72 Q-44 -104 -82 -70 Q-118 -24 -84 50 Q-52 106 -4 90 Q52 108 84 50 Q116 -24 84 -68 Q44 -104 0 -72 Z" fill="url(#appleSkin)"/>
     <path d="M-2 -70 Q-4 -104 14 -124" stroke="#553a1c" stroke-width="9" fill="none" stroke-linecap="round"/><path d="M8 -100 Q40 -132 74 -112 Q48 -88 8 -100 Z" fill="#5b8c2a"/>`,
  );
}
