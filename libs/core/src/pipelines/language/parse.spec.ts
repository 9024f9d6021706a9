import '../../../../../test/harness/own-kinds';
import { CATALOGUE, SOUND } from '../../../../../test/harness/fixtures/sound-pipeline';
import { parsePipeline } from './parse';

const parse = (source: string) => parsePipeline(source, 'p.yaml', CATALOGUE);
/** `line:column message` of each finding. */
const findings = (source: string) => parse(source).diagnostics.map(({ line, column, message }) => `${line}:${column} ${message}`);
const changed = (from: string | RegExp, to: string) => {
  const text = SOUND.replace(from, to);
  expect(text).not.toBe(SOUND);
  return findings(text);
};
const step = (lines: string) => `version: 1\nname: x\nsteps:\n${lines}`;

describe('a sound pipeline', () => {
  test('has no findings and a plan with the revision of its text', () => {
    const { plan, diagnostics: found } = parse(SOUND);
    expect(found).toEqual([]);
    expect(plan).toMatchObject({ name: 'shop-window', inputs: [{ name: 'folder' }, { name: 'min' }] });
    expect(plan!.revision).toMatch(/^[0-9a-f]{64}$/);
    expect(plan!.revision).not.toBe(parse(`${SOUND}#\n`).plan!.revision);
    expect(plan!.steps[0]).toMatchObject({ kind: 'block', as: 'photo', concurrency: 4, tolerate: { percent: 2 } });
    expect(plan!.outputs).toMatchObject([{ format: 'jsonl', rows: { kind: 'rows', step: 'photos', field: 'rows' } }]);
  });

  test('runs its steps in the order of their references and needs', () => {
    const call = (id: string, more: string) => `  - {id: ${id}, uses: vision.detect, with: {image: x}${more}}\n`;
    const { plan } = parse(step(call('c', ', needs: b') + call('b', ', if: a.total_objects > 1') + call('a', '')));
    expect(plan!.steps.map(({ id }) => id)).toEqual(['a', 'b', 'c']);
  });

  test('a block waits for the step that its inner steps refer to', () => {
    const inner = "steps: [{id: d, uses: vision.detect, with: {image: '${{ first.total_objects }}${{ one }}'}}]";
    const { plan } = parse(
      step(`  - {id: all, for_each: {items: [1], as: one}, ${inner}}\n  - {id: first, uses: vision.detect, with: {image: x}}\n`),
    );
    expect(plan!.steps.map(({ id }) => id)).toEqual(['first', 'all']);
  });
});

describe('a mistake is found with its line and column', () => {
  test('a tab', () => {
    expect(changed('  folder: {', '\tfolder: {')[0]).toMatch(/^5:1 .*Tabs.*indent with spaces/);
  });
  test('a tag, which would be a text', () => {
    expect(findings(step('  - {id: a, uses: vision.detect, with: {image: !include x.yaml}}\n'))[0]).toMatch(
      /^4:48 .*!include.*no tags/,
    );
  });
  test('a second document', () => {
    expect(findings(`${SOUND}---\nversion: 1\n`)).toEqual([expect.stringMatching(/A file holds one pipeline/)]);
  });
  test('an unknown key of the pipeline', () => {
    expect(changed('outputs:', 'outptus:')).toEqual(["26:1 A pipeline has no 'outptus'. Did you mean 'outputs'?"]);
  });
  test('an unknown key of a step', () => {
    expect(changed('        timeout: 30s', '        timout: 30s')).toEqual([
      "21:9 A step has no 'timout'. Did you mean 'timeout'?",
    ]);
  });
  test('an invalid cache, or one of a capability that is not deterministic', () => {
    expect(changed('timeout: 30s', 'cache: 30')).toEqual([expect.stringMatching(/^21:16 'cache' must be a duration/)]);
    expect(findings(step('  - {id: a, uses: predict.timeseries, with: {data: [], periods: 1}, cache: 1d}\n'))).toEqual([
      '4:69 predict.timeseries may answer differently each time: its results cannot be cached.',
    ]);
  });
  test('a secret that is not named, is used elsewhere, or has no name', () => {
    const URL = 'image_url: "${{ secrets.TOKEN }}"';
    expect(changed('image: "${{ photo.path }}"', URL)[0]).toMatch(/^18:41 There is no 'TOKEN' here/);
    const named = (from: string, to: string) => findings(SOUND.replace('inputs:', 'secrets: [TOKEN]\ninputs:').replace(from, to));
    expect(changed('image: "${{ photo.path }}"', URL)[0]).toMatch(/'secrets: \[TOKEN\]' at the top/);
    expect(changed('image: "${{ photo.path }}"', 'image: "${{ inputs.picture }}"')[0]).toMatch(
      /'inputs: \{ picture: .* at the top/,
    );
    expect(named('image: "${{ photo.path }}"', URL)).toEqual([]);
    expect(named('image: "${{ photo.path }}"', URL.replace('TOKEN', 'TOKAN'))[0]).toMatch(/Did you mean 'TOKEN'/);
    expect(changed('inputs:', 'secrets: [token]\ninputs:')[0]).toMatch(/^4:11 'token' is not a name of a secret/);
  });
  test('a step without an id is not among the names that are known', () => {
    const steps = '  - {uses: text.sentiment, with: {text: a}}\n  - {id: b, uses: text.sentiment, with: {text: "${{ nope }}"}}\n';
    expect(findings(step(steps))).toContainEqual(
      expect.stringMatching(/Nothing is called 'nope' here\. Known: inputs, run, b\b/),
    );
  });
  test('invalid events and delimiters', () => {
    expect(changed('inputs:', 'events: { predictions: no }\ninputs:')[0]).toMatch(
      /^4:24 'predictions' must be one of all, failed, none/,
    );
    expect(changed('as: photo', "delimiter: ';'\n      as: photo")[0]).toMatch(/^11:7 'delimiter' is for csv/);
  });
  test('an unknown capability', () => {
    expect(changed('vision.detect', 'vision.detekt')).toContain(
      "17:15 No capability is called 'vision.detekt'. Did you mean 'vision.detect'?",
    );
  });
  test('steps that wait for each other', () => {
    const call = (id: string, needs: string) =>
      `  - id: ${id}\n    uses: vision.detect\n    with: { image: x }\n    needs: ${needs}\n`;
    expect(findings(step(call('a', 'c') + call('b', 'a') + call('c', '[b]')))).toEqual([
      '4:9 These steps wait for each other: a → c → b → a.',
    ]);
  });
  test('an id that is taken', () => {
    const call = "  - {id: a, uses: vision.detect, with: {image: 'x'}}\n";
    expect(findings(step(call + call))).toEqual([
      "5:10 The id 'a' is taken already: each step, and each item's name, needs its own.",
    ]);
  });
  test.each([
    ['min_confidence: 2', /^18:61 The parameter 'min_confidence' of vision.detect must be <= 1/],
    ['min_confidence: high', /^18:61 The parameter 'min_confidence' of vision.detect must be number/],
    ['min_confidence: "${{ photo.path }}"', /^18:61 .*must be number, but this gives string/],
    ['min_confidence: "${{ 1 == 2 }}"', /^18:61 .*must be number, but this gives boolean/],
    ['min_confidense: 0.5', /^18:45 vision.detect has no parameter 'min_confidense'. Did you mean 'min_confidence'\?/],
    ['image_url: x', /^18:15 vision.detect takes exactly one of image, image_url, image_data; 2 are given/],
    ['object_types: [1]', /^18:60 The parameter 'object_types\[0\]' of vision.detect must be string/],
  ])('a parameter that does not fit: %s', (parameter, expected) => {
    expect(changed('min_confidence: "${{ inputs.min }}"', parameter)).toEqual([expect.stringMatching(expected)]);
  });
  test('null for an optional parameter is as absent, and for one of several, too', () => {
    const nothing = '{ image: x, image_url: null, object_types: null, min_confidence: }';
    expect(findings(step(`  - id: a\n    uses: vision.detect\n    with: ${nothing}\n`))).toEqual([]);
    expect(findings(step('  - id: a\n    uses: predict.timeseries\n    with: { data: null, periods: 2 }\n'))).toEqual([
      "6:11 predict.timeseries needs the parameter 'data'.",
    ]);
  });
  test.each([
    ['{ image: ${{ inputs.x }}, objects: [a] }', '6:20 Quote an expression inside { } or [ ]: "${{ inputs.x }}".'],
    ['[${{ inputs["x"] }}]', `6:12 Quote an expression inside { } or [ ]: '\${{ inputs["x"] }}'.`],
  ])('an expression in braces without quotes: %s', (given, expected) => {
    expect(findings(step(`  - id: a\n    uses: vision.detect\n    with: ${given}\n`))).toEqual([expected]);
  });
  test('a pipeline without a version, told which one', () => {
    expect(findings('name: x\nsteps: []\n')[0]).toBe("1:1 A pipeline needs 'version: 1'.");
    expect(findings('')[0]).toMatch("'version: 1', 'name' and 'steps'");
  });
  test('a parameter that is missing', () => {
    expect(findings(step('  - id: a\n    uses: predict.timeseries\n    with: { periods: 2 }\n'))).toEqual([
      "6:11 predict.timeseries needs the parameter 'data'.",
    ]);
    expect(findings(step('  - id: a\n    uses: vision.detect\n'))[0]).toMatch(/^5:5 vision.detect takes exactly one of/);
  });
  test.each([
    ['${{ photo.path }}", min', '${{ foto.path }}", min', "18:29 Nothing is called 'foto' here. Did you mean 'photo'?"],
    ['${{ photo.path }}", min', '${{ photo.pth }}", min', "18:35 There is no 'pth' here. Did you mean 'path'?"],
    ['inputs.folder', 'inputs.foldr', "10:25 There is no 'foldr' here. Did you mean 'folder'?"],
    ['d.object)', 'd.objekt)', "25:45 There is no 'objekt' here. Did you mean 'object'?"],
    ['${{ photos.rows }}', '${{ fotos.rows }}', "28:15 Nothing is called 'fotos' here. Did you mean 'photos'?"],
    ['out/${{ run.id }}', 'out/${{ photos.total }}', "27:20 Nothing is called 'photos' here. Known: inputs, run."],
  ])('an unknown reference: %s → %s', (from, to, expected) => {
    expect(changed(from, to)).toEqual([expected]);
  });
  test('an expression that does not parse, has no end, or has the wrong type', () => {
    expect(changed('photo.size > 0', 'photo.size >')[0]).toMatch(/^19:25 /);
    expect(changed('photo.size > 0', "photo.name + 'x'")).toEqual(["19:13 'if' needs true or false, but this gives string."]);
    expect(changed('photo.size > 0', '"1 + true"')[0]).toMatch(/^19:14 .*does not take int and bool/);
    expect(changed('file: ${{ photo.path }}', 'file: ${{ photo.path')[0]).toMatch(/^24:13 This .* has no/);
    expect(changed('photo.size > 0', '${{ true }}')[0]).toMatch(/^19:13 'if' takes the bare expression/);
  });
  test('a block that looks at its own rows', () => {
    expect(changed('collect:\n', 'collect:\n      all: ${{ photos.rows }}\n')).toEqual([
      '8:9 These steps wait for each other: photos → photos.',
    ]);
  });
  test('wrong values of the fields of a step', () => {
    expect(changed('timeout: 30s', 'timeout: 30')[0]).toMatch(/^21:18 'timeout' must be a duration/);
    expect(changed('attempts: 3', 'attempts: 0')[0]).toMatch(/^20:28 'attempts' must be a whole number from 1 to 20/);
    expect(changed('OVERLOADED', 'OVERLOAD')[0]).toMatch(/^20:78 'OVERLOAD' is not an error code. Did you mean 'OVERLOADED'/);
    expect(changed('tolerate: 2%', 'tolerate: 200%')[0]).toMatch(/^14:17 'tolerate' must be/);
    expect(changed('on_error: continue', 'on_error: ignore')[0]).toMatch(/^22:19 'on_error' must be one of fail, continue/);
    expect(changed('concurrency: 4', 'concurrency: none')[0]).toMatch(/^13:20 /);
    expect(changed('default: 0.6', 'default: 6')[0]).toMatch(/^6:33 The default of 'min' must be at most 1/);
    expect(changed('version: 1', 'version: 2')).toEqual(["1:10 'version' must be 1."]);
    expect(changed('- id: detect', '- id: de-tect')[0]).toMatch(/^16:13 'de-tect' is not an id/);
  });
  test('a block with no source, with two, or inside another', () => {
    expect(changed('files: ${{', 'iles: ${{').join('\n')).toMatch(/^10:7 'for_each' has no 'iles'. Did you mean 'files'\?/m);
    expect(changed('as: photo', 'items: [1]').join()).toMatch(
      /10:7 'for_each' needs exactly one of files, items, csv, jsonl, urls; 2 are given/,
    );
    expect(changed('uses: vision.detect', 'for_each: { items: [1] }').join()).toMatch(
      /17:9 A for_each cannot be inside another one.*items: \$\{\{ <this block>\.rows/,
    );
  });
  test('invalid triggers', () => {
    expect(changed('inputs:', 'triggers: { cron: x }\ninputs:')[0]).toMatch(/^4:11 'triggers' must be a list/);
    expect(changed('inputs:', 'triggers: [{ corn: x }]\ninputs:')[0]).toMatch(
      /^4:12 A trigger needs one of cron.*Did you mean 'cron'/,
    );
    expect(changed('inputs:', 'triggers: [{ cron: 99 * * * *, timezone: Europe/Berln }]\ninputs:').join()).toMatch(
      /4:\d+ 'cron' cannot be read.*Europe\/Berln' is not a time zone/,
    );
  });
  test('an input of no known type is one mistake', () => {
    expect(changed('inputs:', 'inputs:\n  n: { type: integr, default: 5, max: 3 }').map((each) => each.slice(0, 20))).toEqual([
      "5:14 'type' must be ",
    ]);
  });
  test('several at once', () => {
    const text = SOUND.replace('timeout', 'timout').replace('vision.detect', 'vision.dtect').replace('photo.size', 'photo.sise');
    expect(parse(text).diagnostics.map(({ line }) => line)).toEqual([17, 19, 21]);
  });
});
