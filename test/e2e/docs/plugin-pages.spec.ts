import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brightness } from '../../harness/fixtures/tiny-models';
import { readPage, type Block } from './pages';
import { CACHE_DIR, EXAMPLES, removeDir } from '../../harness/percept';
import { Workplace } from '../../harness/workplace';

/** Where npm would have put the command. */
function linkCommand(place: Workplace): string {
  const bin = join(place.folder, 'node_modules', '.bin');
  mkdirSync(bin, { recursive: true });
  symlinkSync(join(place.percept, 'bin', 'percept'), join(bin, 'percept'));
  symlinkSync(join(place.folder, 'node_modules', 'typescript', 'bin', 'tsc'), join(bin, 'tsc'));
  return bin;
}

describe('the pages about plugins, with Percept installed from its package', () => {
  let place: Workplace;
  let bin: string;
  beforeAll(async () => {
    place = await Workplace.create();
    bin = linkCommand(place);
    copyFileSync(join(EXAMPLES, 'crossing.jpg'), join(place.folder, 'photo.jpg'));
    writeFileSync(join(place.folder, 'net.onnx'), brightness(['day', 'night']).onnx);
  });
  afterAll(() => removeDir(place.folder));

  /** Follows a page from its beginning: writes its files, runs its commands. Gives what each command printed. */
  function follow(page: string): string[] {
    const { blocks } = readPage(join('docs/guides', page));
    const [, name] = /percept plugin new ([a-z]+)/.exec(blocks[0]!.text)!;
    const inPlugin = ({ marks: [file] }: Block) => /^(src|models)\//.test(file!);
    const printed: string[] = [];
    const plugin = join(place.folder, `percept-plugin-${name}`);
    for (const block of blocks.filter(({ marks }) => !marks.includes('illustration'))) {
      if (block.language === 'sh') {
        printed.push(paste(block.text));
        // Instead of the page's `npm install`, which needs a network.
        if (printed.length === 1) place.run(['plugin', 'link', plugin]);
      } else {
        const file = join(inPlugin(block) ? plugin : place.folder, block.marks[0]!);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, block.text);
      }
    }
    return printed;
  }

  function paste(command: string): string {
    const env = {
      ...process.env,
      PATH: `${bin}:${process.env['PATH']}`,
      PERCEPT_DATA_DIR: join(place.folder, 'data'),
      PERCEPT_CACHE_DIR: CACHE_DIR,
      PERCEPT_WORKERS: '1',
    };
    return execFileSync('sh', ['-ec', command], { cwd: place.folder, env, encoding: 'utf8' });
  }

  test('plugins.md leads from nothing to a plugin that is tested, called and part of a pipeline', () => {
    const [, tests, called] = follow('plugins.md');
    expect(tests).toMatch(/^\S pass 2\n\S fail 0$/m);
    expect(called).toMatch(/palette\.warmth .*POST \/v2\/palette\/warmth/);
    expect(called).toMatch(/"warmth":-?0\.\d+/);
    expect(JSON.parse(readFileSync(join(place.folder, 'warm.jsonl'), 'utf8'))).toEqual({
      file: 'photo.jpg',
      warmth: expect.any(Number) as number,
    });
  });

  test('plugin-with-model.md leads from an ONNX file to a capability that runs it', () => {
    const [, tests, called] = follow('plugin-with-model.md');
    expect(tests).toMatch(/^\S pass 1\n\S fail 0$/m);
    expect(called).toMatch(/daylight +image-classification/);
    expect(called).toMatch(/"day":true,"confidence":0\.9/);
    const { files } = JSON.parse(readFileSync(join(place.folder, 'percept-plugin-daylight', 'package.json'), 'utf8')) as {
      files: string[];
    };
    expect(files).toContain('models');
  });
});
