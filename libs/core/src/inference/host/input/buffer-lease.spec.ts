import sharp from 'sharp';
import { transferInput, receiveInput } from '../pool/transfer';
import { copied, BufferLease } from './buffer-lease';

const leaseOf = (text: string): BufferLease => {
  const lease = new BufferLease(new SharedArrayBuffer(64), 8, text.length);
  lease.bytes.write(text);
  return lease;
};

describe('leased memory', () => {
  test('may be leased again after its release, once a worker that received it has copied it', () => {
    const [unread, read, died] = [leaseOf('a'), leaseOf('b'), leaseOf('c')];
    const state = read.transfer();
    died.transfer();
    for (const lease of [unread, read, died]) {
      expect(lease.isOver).toBe(false);
      lease.release();
    }
    expect([unread, read, died].map(({ isOver }) => isOver)).toEqual([true, false, false]);
    copied(state);
    expect([unread, read, died].map(({ isOver }) => isOver)).toEqual([true, true, false]);
  });

  test('is neither read, written nor transferred to a worker after it is released', () => {
    const lease = leaseOf('a');
    const { bytes } = lease;
    lease.release();
    expect(() => lease.bytes).toThrow('released');
    expect(() => transferInput({ json: bytes, lease })).toThrow('released');
    expect(lease.isOver).toBe(true);
  });
});

test('a worker has copied leased media and JSON when it says so', () => {
  const [image, json, broken] = [leaseOf('image'), leaseOf('{"n":1}'), leaseOf('{"n":')];
  const tasks = [
    transferInput({ media: { field: 'image', bytes: image.bytes }, transferable: true, lease: image }),
    transferInput({ json: json.bytes, transferable: true, lease: json }),
    transferInput({ json: broken.bytes, transferable: true, lease: broken }),
  ];
  expect(tasks.map(({ transfer }) => transfer)).toEqual([[], [], []]);
  const inputs = tasks.map(({ transferred }) => receiveInput(transferred));
  for (const lease of [image, json, broken]) {
    lease.bytes.fill('x');
    lease.release();
    expect(lease.isOver).toBe(true);
  }
  expect(inputs[0]!.media).toEqual({ field: 'image', bytes: Buffer.from('image') });
  expect(inputs[1]).toMatchObject({ json: undefined, fields: { n: 1 } });
  expect(inputs[2]!.json).toEqual(Buffer.from('{"n":'));
});

test('bytes in memory that cannot move are copied on every Node', async () => {
  const image = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const wasm = new Uint8Array(new (globalThis as any).WebAssembly.Memory({ initial: 1 }).buffer).fill(7);
  for (const bytes of [image, wasm]) {
    const expected = Buffer.from(bytes);
    const { transferred, transfer } = transferInput({ media: { field: 'image', bytes }, transferable: true });
    const { input } = structuredClone(transferred, { transfer });
    expect(Buffer.from((input.media as { bytes: Uint8Array }).bytes).equals(expected)).toBe(true);
  }
});
