/**
 * Draws the example images: `npx nest build && node dist/tools/draw-examples.js`. All content is our own, so
 * the project may distribute them. The fonts are DejaVu (Debian: fonts-dejavu); other fonts change the pixels.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { FFMPEG } from '../../test/harness/fixtures/any-ffmpeg';
import { VIDEO, EXAMPLES } from './examples';
import { receiptSvg } from './receipt';
import { sceneSvg, type Scene } from './scene';

/** A slight blur: the detector was trained on photographs, which have no razor-sharp edges. */
const photographed = (scene: Scene): Sharp =>
  sharp(Buffer.from(sceneSvg(scene)))
    .flatten({ background: '#fff' })
    .blur(0.7);

async function drawImages(folder: string): Promise<void> {
  for (const { file, draw } of EXAMPLES) {
    const image = photographed(draw());
    const formatted = file.endsWith('.png')
      ? image.png({ palette: true, quality: 90, effort: 10 })
      : file.endsWith('.webp')
        ? image.webp({ quality: 85 })
        : image.jpeg({ quality: 85 });
    const { width, height, size } = await formatted.toFile(join(folder, file));
    process.stdout.write(`${file}: ${width} × ${height}, ${size} bytes\n`);
  }
}

async function drawVideo(folder: string): Promise<void> {
  const { file, width, height, fps, seconds, draw } = VIDEO;
  const frames: Buffer[] = [];
  for (let i = 0; i < fps * seconds; i += 1)
    frames.push(
      await photographed(draw(i / fps))
        .resize(width, height)
        .removeAlpha()
        .raw()
        .toBuffer(),
    );
  const input = [
    '-f',
    'rawvideo',
    '-pixel_format',
    'rgb24',
    '-video_size',
    `${width}x${height}`,
    '-framerate',
    `${fps}`,
    '-i',
    '-',
  ];
  const output = ['-c:v', 'libx264', '-preset', 'veryslow', '-crf', '28', '-pix_fmt', 'yuv420p', '-movflags', '+faststart'];
  mkdirSync(folder, { recursive: true });
  execFileSync(FFMPEG, ['-v', 'error', '-y', ...input, ...output, '-bitexact', join(folder, file)], {
    input: Buffer.concat(frames),
  });
  process.stdout.write(`${file}: ${frames.length} frames\n`);
}

async function drawReceipt(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const drawn = sharp(Buffer.from(receiptSvg())).png({ palette: true, colours: 8, effort: 10 });
  const { width, height, size } = await drawn.toFile(join(folder, 'receipt.png'));
  process.stdout.write(`receipt.png: ${width} × ${height}, ${size} bytes\n`);
}

async function drawAll(folder: string): Promise<void> {
  await drawImages(join(folder, 'images'));
  await drawVideo(join(folder, 'videos'));
  await drawReceipt(join(folder, 'documents'));
}

void drawAll(process.argv[2] ?? join(__dirname, '..', '..', '..', 'examples'));
