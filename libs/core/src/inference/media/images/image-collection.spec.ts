import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PerceptError } from '../../../kernel/errors';
import { openImage } from './open-image';
import type { MediaLimits } from '../limits';

const LIMITS: MediaLimits = { maxBytes: 50 * 1024 * 1024, maxSide: 4096 };

const FORMATS = resolve(__dirname, '../../../../../../../shared/data/images/formats');

async function refusal(bytes: Uint8Array, limits = LIMITS): Promise<PerceptError> {
  return openImage(bytes, limits).then(
    (opened) =>
      opened.rgb({ width: 8, height: 8 }).then(
        () => Promise.reject(new Error('was read')),
        (error: PerceptError) => error,
      ),
    (error: PerceptError) => error,
  );
}

const manifest = join(FORMATS, 'manifest.tsv');
const collection = existsSync(manifest) ? describe : describe.skip;
// Skipped where the collection of test images is not beside the checkout.
collection('the collection of strange images', () => {
  const rows = existsSync(manifest) ? readFileSync(manifest, 'utf8').trim().split('\n').slice(1) : ['none\t0'];
  test.each(rows.map((row) => row.split('\t') as [string, ...string[]]))(
    '%s: read, or refused with a reason',
    async (file, ...about) => {
      const [, format, storedWidth, storedHeight, , , , , orientation, , , verdict] = about;
      const bytes = readFileSync(join(FORMATS, file));
      const sound = ['jpeg', 'png', 'webp'].includes(format!) && verdict === 'ok';
      const turned = Number(orientation) > 4;
      const [w, h] = [Number(turned ? storedHeight : storedWidth), Number(turned ? storedWidth : storedHeight)];
      const fits = Math.max(w, h) <= LIMITS.maxSide;
      if (sound && fits) {
        const opened = await openImage(bytes, LIMITS);
        expect(opened.properties).toEqual({ width: w, height: h, format });
        expect((await opened.rgb({ width: 64, height: 48 })).length).toBe(64 * 48 * 3);
      } else {
        const error = await refusal(bytes);
        expect(error.code).toBe('UNSUPPORTED_MEDIA');
        expect(error.details!.reason).not.toBe('');
      }
    },
  );
});
