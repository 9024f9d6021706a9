import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { OUTSIDE_PLUGINS } from '../../harness/fixtures/outside-plugins';
import { removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending } from '../../harness/sending';
import { waitFor } from '../../harness/wait-for';
import { Workplace } from '../../harness/workplace';

/** A broker that prints its port, and publishes each line of its input. */
const BROKER = `import { Aedes } from 'aedes';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
const broker = await Aedes.createBroker();
const server = createServer(broker.handle).listen(0, '127.0.0.1', () => console.log(server.address().port));
broker.on('subscribe', () => console.log('subscribed'));
for await (const payload of createInterface(process.stdin)) broker.publish({ cmd: 'publish', topic: 'doors/front', payload, qos: 1 }, () => {});`;
const READER = `import { parquetReadObjects } from 'hyparquet';
import { readFileSync } from 'node:fs';
console.log(JSON.stringify(await parquetReadObjects({ file: new Uint8Array(readFileSync(process.argv[1])).buffer })));`;
const MODULE = ['--input-type=module', '-e'];

let place: Workplace;
let percept: RunningPercept | undefined;
const data = tempDir();
const pluginFolder = (name: string) => join(place.folder, `percept-plugin-${name}`);
const { send } = sending(() => percept!);

beforeAll(async () => {
  place = await Workplace.create();
});
afterAll(async () => {
  await percept?.stop();
  for (const each of [place.folder, data, ...(percept ? [percept.dataDir] : [])]) removeDir(each);
});

test.each(Object.entries(OUTSIDE_PLUGINS))(
  'a stranger writes %s with the SDK, and it keeps the promises of its kind',
  (name, plugin) => {
    place.run(['plugin', 'new', name, '--kind', plugin.kind]);
    const folder = pluginFolder(name);
    place.run(['plugin', 'link', folder]);
    // `npm install` would fetch these.
    for (const each of plugin.packages) {
      const to = join(folder, 'node_modules', each);
      mkdirSync(dirname(to), { recursive: true });
      symlinkSync(join(ROOT, 'node_modules', each), to);
    }
    writeFileSync(join(folder, 'src', 'index.ts'), plugin.source);
    writeFileSync(join(folder, 'src', 'index.test.ts'), plugin.test);
    const printed = execFileSync('npm', ['test', '--silent'], { cwd: folder, encoding: 'utf8' });
    expect(printed).toMatch(/^\S pass [3-9]$/m);
    expect(printed).toMatch(/^\S fail 0$/m);
  },
);

test('a message of the broker starts a run that writes a Parquet file, and editors know both words', async () => {
  const broker = spawn(process.execPath, [...MODULE, BROKER], { cwd: ROOT });
  let said = '';
  broker.stdout.on('data', (text) => (said += String(text)));
  const port = await waitFor(() => /^\d+/.exec(said)?.[0]);
  const pipeline = `version: 1
name: doors
inputs: { message: { type: string, default: none } }
triggers: [{ mqtt: doors/+, broker: "mqtt://127.0.0.1:${port}", input: message }]
steps:
  - id: words
    for_each: { items: ["\${{ inputs.message }}", fine], as: word }
    steps: [{ id: mood, uses: text.sentiment, with: { text: "\${{ word }}" } }]
    collect: { word: "\${{ word }}", known: true, length: "\${{ size(word) }}" }
outputs: [{ parquet: prj_default/doors.parquet, rows: "\${{ words.rows }}" }]
`;
  writeFileSync(join(data, 'doors.yaml'), pipeline);
  percept = await startPercept({
    env: {
      PERCEPT_PLUGINS: Object.keys(OUTSIDE_PLUGINS).map(pluginFolder).join(','),
      PERCEPT_PIPELINES_DIR: data,
    },
  });
  const schema = JSON.stringify((await send('/schemas/pipeline.json')).body);
  for (const words of ['The topic of the messages', 'Path of an Apache Parquet file.']) expect(schema).toContain(words);
  const { kinds } = JSON.parse(place.run(['plugins', 'list', '--json', '--url', percept.url, '--key', percept.key])) as {
    kinds: { kind: string; name: string }[];
  };
  expect(kinds.map(({ kind, name }) => `${kind} ${name}`).sort()).toEqual(['output parquet', 'trigger mqtt']);
  const { plugins } = (await send('/v2/plugins')).body as { plugins: { kinds: object[] }[] };
  expect(plugins.flatMap((plugin) => plugin.kinds)).toEqual(kinds.map(({ kind, name }) => ({ kind, name })));
  await waitFor(() => said.includes('subscribed'));
  broker.stdin.write('The door is wonderful.\n');
  const file = join(percept.dataDir, 'files', 'prj_default', 'doors.parquet');
  await waitFor(() => existsSync(file));
  const rows = execFileSync(process.execPath, [...MODULE, READER, file], { cwd: ROOT, encoding: 'utf8' });
  expect(JSON.parse(rows)).toEqual([
    { word: 'The door is wonderful.', known: true, length: 22 },
    { word: 'fine', known: true, length: 4 },
  ]);
  const ended = once(broker, 'exit');
  broker.kill();
  await ended;
});
