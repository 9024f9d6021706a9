import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { graphFiles } from '../converter';
import { locate } from './location';
import { modelFolders, readManifest } from '../manifest/read';

const SHIPPED = join(__dirname, '../../../../../../models');

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'percept-location-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

test.each(modelFolders(SHIPPED).map((path) => [basename(path), path]))(
  'the manifest of %s, which comes with Percept, names the digest of every file',
  (_, path) => {
    const model = readManifest(path);
    const { manifest } = model;
    const { file, source, topology, alphabet, weights, quantization } = locate(model, folder);
    const graph = source !== undefined && manifest.conversion ? graphFiles(source) : [source ?? file];
    const files = [...graph, topology, alphabet, weights, quantization].filter((each) => each !== undefined);
    const named = [manifest.sha256, manifest.rewrite?.sha256, ...Object.values(manifest.digests)];
    const beside = readdirSync(path).filter((each) => !/^(model\.yaml|\w+\.md|NOTICE|training\.json)$/.test(each));
    for (const each of [...files, ...beside.map((own) => join(path, own))])
      expect([each, named]).toEqual([each, expect.arrayContaining([sha256(each)])]);
  },
);

/** A model in a folder of its own, converted from a graph with weights. */
function writeModel(digests: Record<string, string>): string {
  const own = join(folder, 'own');
  mkdirSync(own);
  writeFileSync(join(own, 'net.json'), JSON.stringify({ weightsManifest: [{ paths: ['net.bin'] }] }));
  writeFileSync(join(own, 'net.bin'), Buffer.alloc(64, 1));
  const manifest = {
    ...{ task: 'object-detection', source: 'tests', licence: 'MIT', labels: ['cat'], digests },
    conversion: { file: 'net.json', input: { type: 'uint8' }, outputs: [{ node: 'a', name: 'heatmap' }] },
    input: { size: 64, resize: 'stretch', layout: 'NHWC', type: 'uint8', colour: 'RGB' },
    output: { decoder: 'yolo' },
  };
  writeFileSync(join(own, 'model.yaml'), JSON.stringify(manifest));
  return own;
}

test('a file that somebody changed is refused before a session opens it', () => {
  const digest = createHash('sha256').update(Buffer.alloc(64, 1)).digest('hex');
  const own = writeModel({ 'net.bin': digest });
  const model = readManifest(own);
  expect(locate(model, folder).source).toBe(join(own, 'net.json'));
  writeFileSync(join(own, 'net.bin'), Buffer.alloc(64, 2));
  expect(() => locate(model, folder)).toThrow(/'own': .*net\.bin has the SHA-256 .* says /);
});

test('an invalid digest is a mistake of the manifest', () => {
  expect(() => readManifest(writeModel({ 'net.bin': 'abc' }))).toThrow(/digests must be a list of file names/);
});

test('of a model that a plugin reads, every file that digests names is checked, and is in its digest', () => {
  const own = join(folder, 'tagger');
  mkdirSync(own);
  const write = (name: string, text: string) => {
    writeFileSync(join(own, name), text);
    return sha256(join(own, name));
  };
  const found = (lists: string, digest = write('lists.bin', lists)) => {
    const manifest = {
      task: 'entity-recognition',
      file: 'net.onnx',
      source: 'tests',
      licence: 'MIT',
      digests: { 'lists.bin': digest },
    };
    write('net.onnx', 'net');
    write('model.yaml', JSON.stringify(manifest));
    return locate(readManifest(own), folder);
  };
  const first = found('one');
  expect(first.file).toBe(join(own, 'net.onnx'));
  expect(found('two').digest).not.toBe(first.digest);
  expect(() => found('', sha256(join(own, 'net.onnx')))).toThrow(/lists\.bin has the SHA-256/);
});
