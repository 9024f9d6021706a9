import { place, type Place } from './place';

/** A sailing boat; `x`, `y` is the waterline under its mast, `size` the length of its hull. */
export function boat(where: Place): string {
  return place(
    where,
    200,
    `<line x1="0" y1="0" x2="0" y2="-260" stroke="#6b5335" stroke-width="6"/>
     <path d="M6 -254 Q96 -130 92 -36 L6 -36 Z" fill="url(#sail)"/><path d="M-6 -236 Q-70 -120 -84 -36 L-6 -36 Z" fill="url(#sail)"/>
     <path d="M-104 -26 L108 -26 Q92 22 60 26 L-66 26 Q-94 14 -104 -26 Z" fill="url(#hull)"/>
     <path d="M-104 -26 L108 -26 L104 -16 L-101 -16 Z" fill="#f3f1ea"/>
     <path d="M-90 26 Q0 44 90 26 L70 40 Q0 54 -70 40 Z" fill="#dfeaf0" opacity="0.6"/>`,
  );
}

/** An airliner seen from its side, nose to the right; `x`, `y` is its middle, `size` its length. */
export function airplane(where: Place): string {
  const windows = Array.from(
    { length: 17 },
    (_, i) => `<rect x="${-118 + i * 15}" y="-9" width="6" height="8" rx="3" fill="#35506e"/>`,
  ).join('');
  return place(
    where,
    400,
    `<path d="M-196 -14 L-206 -92 L-172 -92 L-128 -16 Z" fill="#2c5c9e"/>
     <path d="M-200 -8 Q-200 -26 -160 -26 L132 -28 Q182 -24 200 -2 Q186 20 132 22 L-100 22 Q-170 18 -200 -8 Z" fill="url(#fuselage)"/>
     <path d="M-172 -8 L-226 20 L-204 22 L-136 2 Z" fill="#c2c9d0"/>
     <path d="M50 8 L-72 84 L-46 86 L92 12 Z" fill="url(#wing)"/><path d="M58 -24 L-14 -78 L4 -78 L88 -26 Z" fill="#aab3bb"/>
     <ellipse cx="22" cy="44" rx="28" ry="12" fill="#8d979f"/><ellipse cx="48" cy="44" rx="6" ry="12" fill="#2b2f33"/>
     ${windows}<path d="M160 -20 L180 -14 L172 -8 L152 -10 Z" fill="#22384f"/>`,
  );
}
