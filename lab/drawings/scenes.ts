import { rect } from './place';
import type { Scene } from './scene';
import { clockFace, stopSign, trafficLight } from './street-furniture';
import { apple, banana, cup, laptop, mouse, orange } from './table-things';
import { airplane, boat } from './vehicles';

function cloud(x: number, y: number, size: number): string {
  const puffs = [
    [0, 0, 1],
    [0.9, -0.25, 1.2],
    [1.9, 0, 0.9],
    [1, 0.3, 1.1],
  ];
  return `<g filter="url(#soft)" fill="#fff" opacity="0.8">${puffs
    .map(([dx, dy, r]) => `<ellipse cx="${x + dx! * size}" cy="${y + dy! * size}" rx="${r! * size}" ry="${r! * size * 0.6}"/>`)
    .join('')}</g>`;
}

function hedge(y: number, width: number, height: number): string {
  const bumps = Array.from({ length: 60 }, (_, i) => {
    const shade = 70 + ((i * 37) % 50);
    return `<circle cx="${(i * width) / 58}" cy="${y + ((i * 53) % 40) - 20}" r="${34 + ((i * 29) % 30)}" fill="rgb(${shade - 30},${shade + 20},${shade - 40})"/>`;
  }).join('');
  return bumps + rect([0, y, width, height], 'fill="#3d5a2c"');
}

export function crossing(): Scene {
  return {
    width: 960,
    height: 720,
    layers: [
      rect([0, 0, 960, 720], 'fill="url(#sky)"'),
      cloud(120, 130, 60),
      cloud(600, 90, 80),
      hedge(470, 960, 90),
      rect([0, 550, 960, 170], 'fill="url(#asphalt)"'),
      rect([0, 545, 960, 14], 'fill="#b9b7b0"'),
      stopSign({ x: 330, y: 260, size: 230 }),
      rect([742, 120, 16, 440], 'fill="url(#metal)"'),
      trafficLight({ x: 750, y: 220, size: 90 }),
    ],
  };
}

export function clockTower(): Scene {
  return {
    width: 720,
    height: 960,
    layers: [
      rect([0, 0, 720, 960], 'fill="url(#sky)"'),
      cloud(60, 160, 60),
      cloud(520, 260, 70),
      `<polygon points="230,230 360,20 490,230" fill="#4d5a66"/>`,
      rect([240, 230, 240, 730], 'fill="url(#stone)"'),
      rect([225, 225, 270, 24], 'fill="#8f8068"'),
      rect([225, 520, 270, 20], 'fill="#8f8068"'),
      rect([320, 600, 80, 150], 'fill="#3c3a38" rx="40"'),
      clockFace({ x: 360, y: 380, size: 200 }),
      hedge(900, 720, 60),
    ],
  };
}

/** @param seconds since the airplane appeared: it keeps flying, and the boats drift. */
export function harbour(seconds = 0): Scene {
  return {
    width: 1024,
    height: 683,
    layers: [
      rect([0, 0, 1024, 683], 'fill="url(#sky)"'),
      cloud(640, 120, 70),
      airplane({ x: 300 + 100 * seconds, y: 150 - 8 * seconds, size: 320 }),
      rect([0, 400, 1024, 283], 'fill="url(#sea)"'),
      boat({ x: 740 - 15 * seconds, y: 560, size: 180 }),
      boat({ x: 430 + 10 * seconds, y: 480, size: 100 }),
      boat({ x: 190, y: 450, size: 64 }),
    ],
  };
}

export function desk(): Scene {
  return {
    width: 1024,
    height: 768,
    layers: [
      rect([0, 0, 1024, 768], 'fill="url(#wall)"'),
      rect([0, 400, 1024, 368], 'fill="url(#wood)"'),
      laptop({ x: 430, y: 430, size: 440 }),
      mouse({ x: 740, y: 570, size: 64 }),
      cup({ x: 850, y: 470, size: 110 }),
    ],
  };
}

export function fruit(): Scene {
  return {
    width: 960,
    height: 640,
    layers: [
      rect([0, 0, 960, 640], 'fill="url(#cloth)"'),
      banana({ x: 400, y: 450, size: 400 }),
      orange({ x: 220, y: 230, size: 190 }),
      orange({ x: 430, y: 190, size: 180 }),
      apple({ x: 700, y: 270, size: 200 }),
    ],
  };
}
