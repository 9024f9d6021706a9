import sharp from 'sharp';
import { transferInput, receiveInput } from '../pool/transfer';
import { copied, BufferLease } from './buffer-lease';

const lent = (text: string): BufferLease => {
  const loan = new BufferLease(new SharedArrayBuffer(64), 8, text.length);
  loan.bytes.write(text);
  return loan;
};

describe('leased memory', () => {
  test('may be leased again after its release, once a worker that received it has copied it', () => {
    const [unread, read, died] = [lent('a'), lent('b'), lent('c')];
    const state = read.transfer();
    died.transfer();
    for (const loan of [unread, read, died]) {
      expect(loan.isOver).toBe(false);
      loan.giveBack();
    }
    expect([unread, read, died].map(({ isOver }) => isOver)).toEqual([true, false, false]);
    copied(state);
    expect([unread, read, died].map(({ isOver }) => isOver)).toEqual([true, true, false]);
  });

  test('is neither read, written nor transferred to a worker after it is given back', () => {
    const loan = lent('a');
    const { bytes } = loan;
    loan.giveBack();
    expect(() => loan.bytes).toThrow('given back');
    expect(() => transferInput({ json: bytes, loan })).toThrow('given back');
    expect(loan.isOver).toBe(true);
  });
});

test('a worker has copied leased media and JSON when it says so', () => {
  const [picture, json, broken] = [lent('picture'), lent('{"n":1}'), lent('{"n":')];
  const tasks = [
    transferInput({ media: { field: 'image', bytes: picture.bytes }, movable: true, loan: picture }),
    transferInput({ json: json.bytes, movable: true, loan: json }),
    transferInput({ json: broken.bytes, movable: true, loan: broken }),
  ];
  expect(tasks.map(({ transfer }) => transfer)).toEqual([[], [], []]);
  const inputs = tasks.map(({ transferred }) => receiveInput(transferred));
  for (const loan of [picture, json, broken]) {
    loan.bytes.fill('x');
    loan.giveBack();
    expect(loan.isOver).toBe(true);
  }
  expect(inputs[0]!.media).toEqual({ field: 'image', bytes: Buffer.from('picture') });
  expect(inputs[1]).toMatchObject({ json: undefined, fields: { n: 1 } });
  expect(inputs[2]!.json).toEqual(Buffer.from('{"n":'));
});

test('bytes in memory that cannot move are copied on every Node', async () => {
  const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const wasm = new Uint8Array(new (globalThis as any).WebAssembly.Memory({ initial: 1 }).buffer).fill(7);
  for (const bytes of [picture, wasm]) {
    const expected = Buffer.from(bytes);
    const { transferred, transfer } = transferInput({ media: { field: 'image', bytes }, movable: true });
    const { input } = structuredClone(transferred, { transfer });
    expect(Buffer.from((input.media as { bytes: Uint8Array }).bytes).equals(expected)).toBe(true);
  }
});
