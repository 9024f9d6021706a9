import Ajv2020 from 'ajv/dist/2020';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { openCommands, type Commands } from '../../harness/cli/commands';
import { EXAMPLES, percept, removeDir, ROOT, tempDir } from '../../harness/percept';
import { SARIF } from '../../harness/sarif';

let dir: string;
let env: Record<string, string>;
let commands: Commands;
beforeAll(() => {
  commands = openCommands();
  dir = tempDir();
  env = { PERCEPT_DATA_DIR: join(dir, 'data') };
});
afterAll(async () => {
  await commands.close();
  removeDir(dir);
});

const IMAGE = join(EXAMPLES, 'crossing.jpg');
const PIPELINE = join(ROOT, 'pipelines', 'detect-folder.yaml');

const siteOf = (urls: string[]): string => `version: 1
name: site
steps:
  - id: images
    for_each: { items: ${JSON.stringify(urls)}, as: url }
    steps:
      - id: detect
        uses: vision.detect
        with: { image_url: "\${{ url }}" }
    collect: { file: "\${{ url }}", objects: "\${{ detect.total_objects }}" }
outputs:
  - jsonl: site.jsonl
    rows: \${{ images.rows }}
`;

describe('percept', () => {
  test.each(['--version', '-V'])('%s prints the version of the package, whatever the settings are', async (option) => {
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
    const told = await percept([option], { env: { ...env, PORT: 'eighty' } });
    expect(told).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });

  test.each([
    ['--help'],
    ['serve', '--help'],
    ['run', '--help'],
    ['pipeline', 'run', '--help'],
    ['keys', 'create', '--help'],
    ['webhooks', 'listen', '--help'],
  ])('%s %s %s teaches by an example and exits with 0', async (...args) => {
    const { code, stdout } = await commands.run(args.filter(Boolean), { env });
    expect(code).toBe(0);
    expect(stdout).toMatch(/Examples?[^]*\$ .*percept/);
  });

  test.each([
    [['sevre'], /unknown command[^]*serve/i],
    [['serve', '--role', 'boss'], /'boss' is not a role/],
    [['keys', 'create'], /--name/],
    [['keys', 'create', '--name', 'x', '--plan', 'gold'], /free, pro, enterprise/],
    [['run', 'vision.detekt'], /Did you mean 'vision.detect'/],
    [['run', 'vision.detect', '--input', '{'], /JSON/],
    [['run', 'vision.detect', '--input', '{"min_confidence": 2}', '--image', IMAGE], /min_confidence/],
    [['run', 'vision.detect', '--image', '/no/such.jpg'], /no\/such\.jpg/],
    [['pipeline', 'validate', '/no/such.yaml'], /no file/],
    [['pipeline', 'run', 'pipelines/detect-folder.yaml', '--input', 'folder'], /name=value/],
  ])('%j is wrong usage: exit code 2 and a sentence', async (args, sentence) => {
    const { code, stderr } = await commands.run(args, { env });
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(code).toBe(2);
  });

  test('run prints the answer as JSON, from a file, an argument or standard input', async () => {
    const fromFile = await percept(['run', 'vision.detect', '--image', IMAGE], { env });
    expect({ code: fromFile.code, stderr: fromFile.stderr }).toEqual({ code: 0, stderr: '' });
    const answer = JSON.parse(fromFile.stdout) as { total_objects: number; detections: unknown };
    expect(answer.total_objects).toBeGreaterThan(0);
    const fromStdin = await percept(['run', 'vision.detect', '--input', '-'], { env, stdin: JSON.stringify({ image: IMAGE }) });
    expect(JSON.parse(fromStdin.stdout)).toMatchObject({ detections: answer.detections });
  });

  test.each([
    ['keys', 'create', '--name', 'x'],
    ['keys', 'list'],
    ['admin', 'link'],
    ['schedule', 'list'],
  ])('%s %s makes no database where there is none, and says where it looked', async (...args) => {
    const folder = tempDir();
    const { code, stdout, stderr } = await commands.run(args, { env: { PERCEPT_DATA_DIR: join(folder, 'data') } });
    const made = readdirSync(folder);
    removeDir(folder);
    expect({ code, stdout, made }).toEqual({ code: 1, stdout: '', made: [] });
    expect(stderr).toContain(`There is no database ${join(folder, 'data', 'percept.sqlite')}.`);
    expect(stderr).toMatch(/the folder in which the service was started.*PERCEPT_DATA_DIR or PERCEPT_DATABASE_URL/);
  });

  test('keys are made, listed without the secret part, and revoked', async () => {
    const made = await commands.run(['keys', 'create', '--init', '--name', 'laptop'], { env });
    expect(made.stdout).toMatch(/^pk_live_\w{49}\n$/);
    expect((await commands.run(['keys', 'list'], { env })).stdout).toMatch(/laptop.*free.*active/);
    expect((await commands.run(['keys', 'list', '--json'], { env })).stdout).not.toContain(made.stdout.trim());
    expect((await commands.run(['keys', 'revoke', 'laptop'], { env })).code).toBe(0);
    const unknown = await commands.run(['keys', 'revoke', 'key_none'], { env });
    expect(unknown).toMatchObject({ code: 2, stderr: expect.stringMatching(/does not exist/) });
    expect((await commands.run(['keys', 'list'], { env })).stdout).toMatch(/laptop.*revoked/);
  });

  test('models and plugins are listed', async () => {
    expect((await commands.run(['models', 'prepare'], { env })).code).toBe(0);
    expect((await commands.run(['models', 'list'], { env })).stdout).toMatch(/centernet +object-detection/);
    expect((await commands.run(['plugins', 'list'], { env })).stdout).toMatch(
      /vision\.detect +vision@1\.0\.0 +POST \/v2\/vision\/detect/,
    );
  });

  test('pipeline validate prints file:line:column and exits with 1', async () => {
    const file = join(dir, 'wrong.yaml');
    writeFileSync(file, 'version: 1\nname: wrong\nsteps:\n  - id: a\n    uses: vision.detekt\n');
    const { code, stdout } = await commands.run(['pipeline', 'validate', file], { env });
    expect(stdout).toMatch(/wrong\.yaml:5:\d+: .*vision\.detekt.*vision\.detect/);
    expect(code).toBe(1);
    expect((await commands.run(['pipeline', 'validate', 'pipelines/detect-folder.yaml'], { env })).code).toBe(0);
  });

  test('pipeline validate tells code hosts of the mistakes in SARIF, and scripts in JSON', async () => {
    const file = 'wrong und schräg #1.yaml';
    writeFileSync(
      join(dir, file),
      'version: 1\nname: wrong\nsteps:\n  - { id: a, uses: vision.detekt }\n  - { id: a, ues: b }\n',
    );
    const validate = (format: string, path: string) =>
      commands.run(['pipeline', 'validate', path, '--format', format], { env, cwd: dir });
    const found = await validate('json', file);
    const findings = JSON.parse(found.stdout) as { file: string; line: number; column: number; message: string }[];
    expect(found.code).toBe(1);
    expect(findings.length).toBeGreaterThan(2);
    const sarif = await validate('sarif', file);
    const log = JSON.parse(sarif.stdout) as { runs: { results: Record<string, any>[]; tool: Record<string, any> }[] };
    const valid = new Ajv2020({ allErrors: true }).compile(SARIF);
    expect([valid(log), valid.errors, sarif.code]).toEqual([true, null, 1]);
    const [{ results, tool }] = log.runs as [(typeof log.runs)[0]];
    const rules = tool['driver'].rules.map(({ id }: { id: string }) => id);
    expect(
      results.map(({ ruleId, message, locations: [{ physicalLocation: at }] }) => ({
        file: decodeURIComponent(at.artifactLocation.uri),
        line: at.region.startLine,
        column: at.region.startColumn,
        message: rules.includes(ruleId) ? message.text : 'of no rule',
      })),
    ).toEqual(findings);
    const sound = await validate('sarif', PIPELINE);
    expect([valid(JSON.parse(sound.stdout)), JSON.parse(sound.stdout).runs[0].results, sound.code]).toEqual([true, [], 0]);
  });

  test('pipeline run shows its progress in plain lines, writes the output, exits with 1 if items failed, and does those again', async () => {
    const folder = join(dir, 'photos');
    mkdirSync(folder);
    for (const name of ['a.jpg', 'b.jpg']) writeFileSync(join(folder, name), readFileSync(IMAGE));
    const good = await percept(['pipeline', 'run', PIPELINE, '--input', `folder=${folder}`], { env, cwd: dir });
    expect(good).toMatchObject({ code: 0, stdout: expect.stringMatching(/succeeded: 2 succeeded, 0 failed/) });
    expect(good.stderr).toMatch(/2\/2 items/);
    const output = /wrote (\S+) \(2 rows\)/.exec(good.stdout)![1]!;
    expect(readFileSync(output, 'utf8').trim().split('\n')).toHaveLength(2);
    writeFileSync(join(folder, 'c.jpg'), 'no image');
    const bad = await percept(['pipeline', 'run', PIPELINE, '--input', `folder=${folder}`], { env, cwd: dir });
    expect(bad).toMatchObject({ code: 1, stdout: expect.stringMatching(/2 succeeded, 1 failed[^]*c\.jpg.*UNSUPPORTED_MEDIA/) });
    const [id] = /^run_\S+/.exec(bad.stdout)!;
    writeFileSync(join(folder, 'c.jpg'), readFileSync(IMAGE));
    const again = await percept(['pipeline', 'retry', id], { env, cwd: dir });
    expect(again).toMatchObject({ code: 0, stdout: expect.stringContaining(`${id} succeeded: 3 succeeded, 0 failed`) });
    expect(again.stdout).toMatch(/wrote \S+ \(3 rows\)/);
    const more = await percept(['pipeline', 'retry', id], { env, cwd: dir });
    expect(more).toMatchObject({ code: 2, stderr: expect.stringMatching(/Nothing failed/) });
    expect(await percept(['pipeline', 'retry', 'run_none'], { env })).toMatchObject({ code: 2 });
  });

  test('a run that was killed goes on when the same command is given again, and nothing is done twice', async () => {
    const [total, answered] = [12, 5];
    const fetched: string[] = [];
    const held: (() => void)[] = [];
    let holds = true;
    // Holds all images but the first: the run is under way when it is killed, on however fast or slow a machine.
    const site = createServer(({ url }, response) => {
      fetched.push(url!);
      const answer = (): void => void response.end(readFileSync(IMAGE));
      if (holds && fetched.length > answered) held.push(answer);
      else answer();
    }).listen(0, '127.0.0.1');
    await once(site, 'listening');
    const { port } = site.address() as AddressInfo;
    const urls = Array.from({ length: total }, (_, index) => `http://127.0.0.1:${port}/${index}.jpg`);
    const file = join(dir, 'site.yaml');
    writeFileSync(file, siteOf(urls));
    const run = (killAt?: RegExp) =>
      percept(['pipeline', 'run', file], { env: { ...env, PERCEPT_FETCH_ALLOW: '127.0.0.0/8' }, cwd: dir, killAt });
    const killed = await run(new RegExp(`^[1-9]\\d*/${total} items`, 'm'));
    expect(killed.code).toBeNull();
    const [before] = new RegExp(`[1-9]\\d*(?=/${total} items)`).exec(killed.stderr)!;
    holds = false;
    for (const answer of held) answer();
    fetched.length = 0;
    const resumed = await run();
    site.close();
    expect(resumed).toMatchObject({ code: 0, stderr: expect.stringMatching(/^Resuming run_\w+/m) });
    expect(resumed.stdout).toContain(`${total} succeeded, 0 failed`);
    expect(fetched.length).toBeLessThanOrEqual(total - Number(before));
    expect(new Set(fetched).size).toBe(fetched.length);
    const rows = readFileSync(join(dir, 'site.jsonl'), 'utf8').trim().split('\n');
    expect(rows.map((row) => (JSON.parse(row) as { file: string }).file).sort()).toEqual([...urls].sort());
  });
});
