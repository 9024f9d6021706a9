/**
 * Draws the example pictures again: `npx nest build && node dist/tools/draw-examples.js`. Everything in them is ours, so
 * that they may be given away with the project. The fonts are DejaVu's (Debian: fonts-dejavu); others change the pixels.
 */
import { join } from 'node:path';
import sharp from 'sharp';
import { EXAMPLES } from './drawings/examples';
import { sceneSvg } from './drawings/scene';

async function drawAll(folder: string): Promise<void> {
  for (const { file, draw } of EXAMPLES) {
    // A slight blur: the detector was taught with photographs, which have no razor-sharp edges.
    const picture = sharp(Buffer.from(sceneSvg(draw())))
      .flatten({ background: '#fff' })
      .blur(0.7);
    const formatted = file.endsWith('.png')
      ? picture.png({ palette: true, quality: 90, effort: 10 })
      : file.endsWith('.webp')
        ? picture.webp({ quality: 85 })
        : picture.jpeg({ quality: 85 });
    const { width, height, size } = await formatted.toFile(join(folder, file));
    process.stdout.write(`${file}: ${width} × ${height}, ${size} bytes\n`);
  }
}

void drawAll(process.argv[2] ?? join(__dirname, '..', '..', 'examples', 'pictures'));
