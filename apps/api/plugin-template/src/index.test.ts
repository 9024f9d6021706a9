import type { PerceptError } from '@percept/sdk';
import { runCapability } from '@percept/sdk/testing';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { brightness } from './index.js';

/** An image of one colour: the smallest BMP there is. */
function image(width: number, height: number, grey: number): Uint8Array {
  const row = Math.ceil((width * 3) / 4) * 4;
  const bytes = Buffer.alloc(54 + row * height, grey);
  bytes.fill(0, 0, 54);
  bytes.write('BM');
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(54, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(24, 28);
  return bytes;
}

const brightnessOf = (grey: number) => runCapability(brightness, {}, { media: { field: 'image', bytes: image(8, 4, grey) } });

test('white is bright and black is dark', async () => {
  assert.deepEqual(await brightnessOf(255), { brightness: 1 });
  assert.deepEqual(await brightnessOf(0), { brightness: 0 });
});

test('a parameter out of its range is refused by its name', async () => {
  const call = runCapability(brightness, { detail: 0 }, { media: { field: 'image', bytes: image(8, 4, 9) } });
  await assert.rejects(call, (error: PerceptError) => error.code === 'INVALID_REQUEST' && error.details?.field === 'detail');
});
