import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { checkPipeline } from '@percept/core';
import { compileExpression } from '../../../libs/core/src/expressions/cel';
import { capabilities } from '../../harness/builtin-plugins';

const FOLDER = resolve(__dirname, '../../../pipelines');
const files = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
const text = (name: string) => readFileSync(join(FOLDER, name), 'utf8');

describe('the pipelines in the box', () => {
  test('are there', () => {
    expect(files).toContain('detect-folder.yaml');
  });

  test.each(files)('%s is sound with the plugins in the box and says what it is for', (name) => {
    expect(checkPipeline(text(name), name, capabilities)).toEqual([]);
    expect(text(name)).toMatch(/^# .{20}/);
  });

  test('are written as the page about them says', () => {
    const page = readFileSync(resolve(__dirname, '../../../docs/reference/pipelines.md'), 'utf8');
    const examples = [...page.matchAll(/```yaml\n([^]*?)```/g)].map(([, example]) => example!);
    expect(examples.length).toBeGreaterThanOrEqual(3);
    for (const example of examples) expect(checkPipeline(example, 'docs/reference/pipelines.md', capabilities)).toEqual([]);
  });

  test('have expressions that give what the page about them says', () => {
    const page = readFileSync(resolve(__dirname, '../../../docs/reference/expressions.md'), 'utf8');
    const [, block] = /```cel\n([^]*?)```/.exec(page)!;
    const detections = [
      { object: 'person', confidence: 0.9 },
      { object: 'dog', confidence: 0.4 },
    ];
    const photo = { name: 'IMG_1.jpg', size: 2048, modified: '2026-01-05T10:00:00.000Z' };
    const scope = { inputs: { folder: 'photos' }, photo, detect: { detections, total_objects: 2 } };
    const lines = block!.trim().split('\n');
    expect(lines.length).toBeGreaterThan(10);
    for (const line of lines) {
      const [source, value] = line.split(' => ');
      expect([source, compileExpression(source!.trim()).evaluate(scope)]).toEqual([source, JSON.parse(value!)]);
    }
  });

  test('are checked against the real capabilities', () => {
    const wrong = text('detect-folder.yaml')
      .replace('min_confidence: ${{ inputs.min_confidence }}', 'min_confidence: 2')
      .replace('detect.total_objects', 'detect.total_object')
      .replace('d.object)', 'd.objects)');
    const at = (needle: string) => wrong.split('\n').findIndex((line) => line.includes(needle)) + 1;
    expect(checkPipeline(wrong, 'wrong.yaml', capabilities)).toEqual(
      [
        { file: 'wrong.yaml', line: at('min_confidence: 2'), column: 27, message: expect.stringContaining('must be <= 1') },
        {
          file: 'wrong.yaml',
          line: at('total_object '),
          column: 33,
          message: expect.stringContaining("Did you mean 'total_objects'"),
        },
        { file: 'wrong.yaml', line: at('d.objects'), column: 47, message: expect.stringContaining("Did you mean 'object'") },
      ].map((finding) => ({ ...finding, line: expect.any(Number) })),
    );
  });
});
