/// <reference types="node" />
import { execFileSync } from 'node:child_process';
import ts from 'typescript';
import { writeCode } from './code';

const text = {
  path: '/v2/text/sentiment',
  media_fields: [],
  input: { properties: { text: { type: 'string' }, detailed: { type: 'boolean' } } },
};
const detect = {
  path: '/v2/vision/detect',
  media_fields: ['image', 'image_url'],
  input: { properties: { image: {}, image_url: {}, object_types: { type: 'array', items: { type: 'string' } } } },
};
const values = { text: 'It\'s "good", true\nand né', detailed: true };

/** The arguments that a shell passes to the program. */
const argumentsOf = (line: string): string[] =>
  execFileSync('sh', ['-c', line.replace(/^curl/, String.raw`printf '%s\0'`)], {
    encoding: 'utf8',
    env: { PERCEPT_KEY: 'k' },
  }).split('\0');

test('the curl line carries the body through the shell as it is, quotes and all', () => {
  const [address, , key, , body] = argumentsOf(writeCode({ capability: text, values }, 'http://h').curl);
  expect([address, key]).toEqual(['http://h/v2/text/sentiment', 'Authorization: Bearer k']);
  expect(JSON.parse(body!)).toEqual(values);
});

test('a file goes as a part of a form, a list as a field for each', () => {
  const file = { name: "my 'cat'.jpg" };
  const code = writeCode({ capability: detect, values: { object_types: 'person, car' }, file }, 'http://h');
  expect(argumentsOf(code.curl).slice(3, -1)).toEqual([
    '-F',
    'object_types=person',
    '-F',
    'object_types=car',
    '-F',
    `image=@${file.name}`,
  ]);
  expect(code.Python).toContain('files={"image": open("my \'cat\'.jpg", "rb")}');
});

test('TypeScript compiles, and Python writes its own words', () => {
  for (const code of [
    writeCode({ capability: text, values }, 'http://h'),
    writeCode({ capability: detect, values: {}, file: { name: 'a' } }, 'http://h'),
  ]) {
    const { diagnostics } = ts.transpileModule(code.TypeScript, { reportDiagnostics: true });
    expect(diagnostics).toEqual([]);
  }
  expect(writeCode({ capability: text, values }, 'http://h').Python).toContain('"detailed": True,\n    }');
});
