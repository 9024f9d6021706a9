import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayNotEmpty,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsOptional,
  IsString,
} from 'class-validator';
import { Matches, Max, MaxLength, Min, ValidateNested } from 'class-validator';
import { testImage } from '../../../../../../test/harness/fixtures/images';
import type { PerceptError } from '../../../kernel/errors';
import type { Image } from '../../media/images/image';
import type { MediaLimits } from '../../media/limits';
import { Alias } from '../../../kernel/schema';
import { defineCapability } from '../../declaration';
import { asWritten, readFields } from './fields';
import type { CallInput } from '../host';
import { ImageInput } from '../../declaration';
import { checkCall, readInput } from './read-input';

class Point {
  @IsString() timestamp!: string;
  @IsNumber() value!: number;
  @IsNumber() weight = 1;
}

class LookInput extends ImageInput {
  @IsNumber() @Min(0) @Max(1) min_confidence = 0.5;
  @Alias('min_confidence') confidence_threshold?: number;
  @IsInt() @Min(1) @Max(100) max_results = 10;
  @IsIn(['objects', 'faces'], { each: true }) @IsArray() @ArrayNotEmpty() @IsOptional() features?: string[];
  @IsNumber({}, { each: true })
  @Min(0, { each: true })
  @Max(1, { each: true })
  @ArrayMinSize(4)
  @ArrayMaxSize(4)
  @IsArray()
  @IsOptional()
  region?: number[];
  @IsBoolean() @IsOptional() detailed?: boolean;
  @IsOptional() @ValidateNested({ each: true }) @Type(() => Point) @ArrayMaxSize(3) points?: Point[];
}

class SayInput {
  @IsString() @MaxLength(5) text!: string;
  @Matches(/^[a-z]{2}$/, { message: 'must be a language code of two letters' }) @IsOptional() language?: string;
}

class Output {}
const setup = () => async () => ({});
const look = defineCapability({ id: 'test.look', summary: '', input: LookInput, output: Output, setup });
const say = defineCapability({ id: 'test.say', summary: '', input: SayInput, output: Output, setup });

const LIMITS: MediaLimits = { maxBytes: 100_000, maxSide: 4096 };
const json = (value: unknown): CallInput => ({ json: Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)) });

let image: Buffer;
let base64: string;
let folder: string;
beforeAll(async () => {
  image = await testImage();
  base64 = image.toString('base64');
  folder = mkdtempSync(join(tmpdir(), 'percept-input-'));
  writeFileSync(join(folder, 'a.jpg'), image);
  execFileSync('mkfifo', [join(folder, 'pipe')]);
});
afterAll(() => rmSync(folder, { recursive: true }));

async function read(input: CallInput, capability = look): Promise<Record<string, unknown> & { image: Image }> {
  return (await readInput(checkCall(capability, input, LIMITS), LIMITS)).resolved as Record<string, unknown> & { image: Image };
}

async function refusal(input: CallInput, capability = look): Promise<{ code: string; field?: string; reason?: string }> {
  const error = await read(input, capability).then(
    () => Promise.reject(new Error('was accepted')),
    (caught: PerceptError) => caught,
  );
  return { code: error.code, ...error.details };
}

describe('the body', () => {
  test.each([
    ['nothing', '', /empty/],
    ['blanks', ' \n', /empty/],
    ['broken JSON', '{"a": ', /not valid JSON/],
    ['text', 'hello', /not valid JSON/],
    ['a list', '[]', /JSON object/],
    ['null', 'null', /JSON object/],
    ['a number', '7', /JSON object/],
  ])('of %s is refused', async (_name, body, reason) => {
    expect(await refusal(json(body))).toEqual({ code: 'INVALID_REQUEST', field: 'body', reason: expect.stringMatching(reason) });
  });

  test('may begin with a byte order mark', async () => {
    expect((await read(json(`\ufeff${JSON.stringify({ image: base64 })}`))).image.properties.width).toBe(96);
  });
});

describe('parameters', () => {
  test('get their defaults', async () => {
    expect(await read(json({ image: base64 }))).toMatchObject({ min_confidence: 0.5, max_results: 10 });
  });

  test('null is as absent, below too', async () => {
    const nothing = { image_url: null, min_confidence: null, confidence_threshold: null, features: null, detailed: null };
    const points = [{ timestamp: 'x', value: 1, weight: null }];
    expect(await read(json({ image: base64, max_results: 7, ...nothing, points }))).toMatchObject({
      ...{ min_confidence: 0.5, max_results: 7, points: [{ timestamp: 'x', value: 1, weight: 1 }] },
    });
    expect(await refusal(json({ text: null }), say)).toMatchObject({
      field: 'text',
      reason: expect.stringMatching(/^is required/),
    });
  });

  test('those of a query count beside a body, as texts; an unknown one, and one that contradicts the body, are refused', async () => {
    const beside = (query: object, body: object = {}): CallInput => ({
      ...json({ image: base64, ...body }),
      query: { ...query },
    });
    expect(await read(beside({ min_confidence: '0.99' }))).toMatchObject({ min_confidence: 0.99 });
    expect(await read(beside({ min_confidence: '0.5', max_results: '' }, { confidence_threshold: 0.5 }))).toMatchObject({
      ...{ min_confidence: 0.5, max_results: 10 },
    });
    expect(await refusal(beside({ min_confidnce: '' }))).toMatchObject({
      ...{ field: 'min_confidnce', reason: expect.stringContaining("Did you mean 'min_confidence'?") },
    });
    expect(await refusal(beside({ max_results: '5' }, { max_results: 6 }))).toMatchObject({
      ...{ field: 'max_results', reason: 'has one value in the query and another in the body: give one of them.' },
    });
  });

  test.each([
    [{ min_confidence: 2 }, 'min_confidence', 'must be a number between 0 and 1, not 2.'],
    [{ min_confidence: 'high' }, 'min_confidence', "must be a number between 0 and 1, not 'high'."],
    [{ min_confidence: '0.5' }, 'min_confidence', "must be a number between 0 and 1, not '0.5'."],
    [{ min_confidence: [0.5] }, 'min_confidence', 'must be a number between 0 and 1, not [0.5].'],
    [{ confidence_threshold: -1 }, 'confidence_threshold', 'must be a number between 0 and 1, not -1.'],
    [{ max_results: 1.5 }, 'max_results', 'must be a whole number between 1 and 100, not 1.5.'],
    [
      { features: ['colours'] },
      'features',
      `must be a list with at least 1 entry, each one of 'objects', 'faces', not ["colours"].`,
    ],
    [{ features: 'objects' }, 'features', `must be a list with at least 1 entry, each one of 'objects', 'faces', not 'objects'.`],
    [{ features: [] }, 'features', `must be a list with at least 1 entry, each one of 'objects', 'faces', not an empty list.`],
    [
      { points: [1, 2, 3, 4].map(() => ({ timestamp: 'x', value: 1 })) },
      'points',
      'must be a list of objects with at most 3 entries, not 4 entries.',
    ],
    [{ region: [0, 0, 2, 2] }, 'region', 'must be a list with 4 entries, each a number between 0 and 1, not [0,0,2,2].'],
    [{ region: [0, 0] }, 'region', 'must be a list with 4 entries, each a number between 0 and 1, not 2 entries.'],
    [{ detailed: 1 }, 'detailed', 'must be true or false, not 1.'],
    [{ image: 7 }, 'image', 'must be a text, not 7.'],
    [{ points: [{ timestamp: 'x', value: 1 }, { timestamp: 'y' }] }, 'points[1].value', 'is required: it must be a number.'],
    [{ points: [{ timestamp: 'x', value: null }] }, 'points[0].value', 'must be a number, not null.'],
    [{ points: [{ timestamp: 'x', value: 'a' }] }, 'points[0].value', "must be a number, not 'a'."],
    [{ points: [{ timestamp: 'x', value: 1, valeu: 2 }] }, 'points[0].valeu', "is not known here. Did you mean 'value'?"],
    [{ min_confidnce: 0.5 }, 'min_confidnce', "is not a parameter of this operation. Did you mean 'min_confidence'?"],
    [{ __proto__x: 1 }, '__proto__x', expect.stringMatching(/^is not a parameter/)],
  ])('%j is rejected with a reason that says how to fix it', async (fields, field, reason) => {
    expect(await refusal(json({ image: base64, ...fields }))).toEqual({ code: 'INVALID_REQUEST', field, reason });
  });

  test('a key of the prototype is an unknown parameter like any other', async () => {
    for (const key of ['__proto__', 'constructor', 'toString'])
      expect(await refusal(json(`{"image": "${base64}", "${key}": {"min_confidence": 0}}`))).toMatchObject({ field: key });
  });

  test('a missing one is named, and so is one whose check has words of its own', async () => {
    expect(await refusal(json({}), say)).toMatchObject({
      field: 'text',
      reason: 'is required: it must be a text with at most 5 characters.',
    });
    expect(await refusal(json({ text: 'much too long' }), say)).toMatchObject({ field: 'text' });
    const language = await refusal(json({ text: 'a', language: 'english' }), say);
    expect(language.reason).toBe("must be a language code of two letters, not 'english'.");
  });

  test('a file is refused if none is taken', async () => {
    expect(await refusal({ fields: { text: 'a' }, media: { field: 'image', bytes: image } }, say)).toMatchObject({
      field: 'image',
    });
  });
});

describe('two names of one parameter', () => {
  test('reach the handler as one', async () => {
    const input = await read(json({ image: base64, confidence_threshold: 0.25 }));
    expect(input).toMatchObject({ min_confidence: 0.25 });
    expect(input).not.toHaveProperty('confidence_threshold');
  });

  test('may be given together if they agree', async () => {
    expect(await read(json({ image: base64, confidence_threshold: 0.3, min_confidence: 0.3 }))).toMatchObject({
      min_confidence: 0.3,
    });
  });

  test('that disagree are refused, naming the second', async () => {
    const first = await refusal(json({ image: base64, min_confidence: 0.3, confidence_threshold: 0.4 }));
    expect(first).toMatchObject({ code: 'INVALID_REQUEST', field: 'confidence_threshold' });
    const other = await refusal(json({ image: base64, confidence_threshold: 0.4, min_confidence: 0.3 }));
    expect(other).toMatchObject({ code: 'INVALID_REQUEST', field: 'min_confidence' });
  });
});

describe('the image', () => {
  test.each(['image', 'image_url', 'image_data'])('may be a data URI in %s', async (field) => {
    expect((await read(json({ [field]: `data:image/png;base64,${base64}` }))).image.properties.format).toBe('jpeg');
  });

  test('may be uploaded, with the other parameters as texts', async () => {
    const fields = { min_confidence: '0.25', max_results: '3', detailed: 'true', features: 'objects, faces' };
    const input = await read({ fields, fromText: true, media: { field: 'image', bytes: image } });
    expect(input).toMatchObject({ min_confidence: 0.25, max_results: 3, detailed: true, features: ['objects', 'faces'] });
    expect(Buffer.from(input.image.bytes).equals(image)).toBe(true);
  });

  test.each([
    [{}, 'image_url'],
    [{ image: 'a', image_url: 'b' }, 'image_url'],
    [{ image_url: 'b', image: 'a' }, 'image'],
    [{ image_data: 'a', image_url: 'b', image: 'c' }, 'image_url'],
    [{ image: '' }, 'image'],
    [{ image: '&&&' }, 'image'],
    [{ image_data: 'https://example.com/a.jpg' }, 'image_data'],
    [{ image_url: '/etc/passwd' }, 'image_url'],
    [{ image: 'file:///etc/passwd' }, 'image'],
    [{ image: 'ftp://example.com/a.jpg' }, 'image'],
  ])('is refused in %j, naming %s', async (fields, field) => {
    expect(await refusal(json(fields))).toMatchObject({ code: 'INVALID_REQUEST', field });
  });

  test('uploaded and named besides is one too many', async () => {
    const media = { field: 'image', bytes: image };
    expect(await refusal({ fields: { image_url: 'https://example.com/a.jpg' }, media })).toMatchObject({ field: 'image_url' });
    expect(await refusal({ fields: {}, media: { field: 'picture', bytes: image } })).toMatchObject({ field: 'picture' });
  });

  test('at a URL is left to the fetcher', () => {
    const { media } = checkCall(look, json({ image: ' https://example.com/a.jpg ' }), LIMITS);
    expect(media).toEqual({ field: 'image', kind: 'url', url: 'https://example.com/a.jpg', of: 'image' });
  });

  test('over the limit is too large, however it comes', async () => {
    const large = Buffer.alloc(LIMITS.maxBytes + 1);
    const path = join(folder, 'large.jpg');
    writeFileSync(path, large);
    const inputs: CallInput[] = [
      json({ image: large.toString('base64') }),
      json({ image_data: Buffer.alloc(LIMITS.maxBytes * 3).toString('base64') }),
      { fields: {}, media: { field: 'image', bytes: large } },
      { fields: { image: path }, allowPaths: true },
    ];
    for (const input of inputs) expect(await refusal(input)).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
  });

  test('that is not an image is rejected with its field', async () => {
    expect(await refusal(json({ image_data: 'aGVsbG8=' }))).toMatchObject({ code: 'UNSUPPORTED_MEDIA', field: 'image_data' });
  });
});

describe('a path', () => {
  test('is read where paths are allowed', async () => {
    const input = await read({ fields: { image: join(folder, 'a.jpg') }, allowPaths: true });
    expect(input.image.properties).toEqual({ width: 96, height: 64, format: 'jpeg' });
  });

  test('is never read if they are not', async () => {
    expect(await refusal({ fields: { image: join(folder, 'a.jpg') } })).toMatchObject({ field: 'image' });
  });

  test.each([
    ['of nothing', 'nowhere.jpg', /does not exist/],
    ['of a folder', '.', /is not a file/],
    ['of a pipe that nobody writes to', 'pipe', /is not a file/],
    ['of a device that never ends', '/dev/zero', /is not a file/],
  ])('%s is refused with a reason', async (_name, path, reason) => {
    const found = await refusal({ fields: { image: resolve(folder, path) }, allowPaths: true });
    expect(found).toEqual({ code: 'INVALID_REQUEST', field: 'image', reason: expect.stringMatching(reason) });
  });
});

test('parameters that are read again, after a URL was fetched, keep the names that the caller wrote', () => {
  const look = defineCapability({
    id: 'test.look',
    summary: '',
    input: LookInput,
    output: LookInput,
    setup: () => async () => new LookInput(),
  });
  const first = readFields(look, { fields: { confidence_threshold: 0.7, max_results: 3 } });
  const again = readFields(look, { fields: asWritten(first) });
  expect(again.values).toEqual({ min_confidence: 0.7, max_results: 3 });
  expect(again.writtenAs('min_confidence')).toBe('confidence_threshold');
});
