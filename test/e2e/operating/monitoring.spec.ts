import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../harness/postgres';
import { removeDir, ROOT, startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { waitFor } from '../../harness/wait-for';

const MONITORING = join(ROOT, 'packaging', 'monitoring');
const hasPrometheus = ['prometheus', 'promtool'].every((program) => {
  try {
    return execFileSync(program, ['--version'], { encoding: 'utf8', stdio: 'pipe' }) !== undefined;
  } catch {
    return false;
  }
});
if (!hasPrometheus) process.stdout.write('Skipped: Prometheus is not installed (apt-get install prometheus).\n');
const withPrometheus = hasPrometheus ? describe : describe.skip;

interface Panel {
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string }[];
}
const dashboard = JSON.parse(readFileSync(join(MONITORING, 'grafana-dashboard.json'), 'utf8')) as {
  uid: string;
  panels: Panel[];
};
const queries = dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_WORKERS: '1' } });
  const headers = { 'content-type': 'application/json' };
  await percept.fetch('/v2/text/sentiment', { method: 'POST', headers, body: JSON.stringify({ text: 'A lovely day.' }) });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const scrape = async (): Promise<string> => (await fetch(`${percept.url}/metrics`)).text();

test('the metrics say what is to do and what was done', async () => {
  const started = await percept.fetch('/v2/pipelines/detect-folder/runs', { method: 'POST' });
  const { id } = (await started.json()) as { id: string };
  await waitFor(
    async () => ((await (await percept.fetch(`/v2/runs/${id}`)).json()) as { status: string }).status === 'succeeded',
  );
  const text = await scrape();
  for (const line of [
    /^percept_jobs\{queue="runs",state="waiting"\} 0$/m,
    /^percept_jobs_overdue_seconds\{queue="deliveries"\} 0$/m,
    /^percept_events_total\{type="batch.completed"\} 1$/m,
    /^percept_events_total\{type="batch.failed"\} 0$/m,
    /^percept_events_total\{type="system.notification",kind="webhook_disabled"\} 0$/m,
    /^percept_run_call_duration_seconds_count\{capability="vision.detect",outcome="ok"\} [1-9]/m,
    /^percept_delivery_attempts_total\{outcome="failed"\} 0$/m,
    /^percept_deliveries_open\{state="held"\} 0$/m,
    /^percept_ticks_last_hour\{state="failed"\} 0$/m,
    /^percept_ticks_overdue 0$/m,
    /^percept_projects 1$/m,
  ])
    expect(text).toMatch(line);
});

test('docs/guides/operating.md lists exactly the metrics', async () => {
  const guide = readFileSync(join(ROOT, 'docs', 'guides', 'operating.md'), 'utf8');
  const rows = guide.split('\n').filter((line) => line.startsWith('| `percept_'));
  const listed = rows.flatMap((line) => line.split('|')[1]!.match(/percept_\w+/g)!);
  const served = [...(await scrape()).matchAll(/^# TYPE (percept_\w+) /gm)].map(([, name]) => name!);
  expect(listed.sort()).toEqual(served.sort());
});

test('the dashboard has no panels above each other, and asks for metrics that are there', async () => {
  const text = await scrape();
  const names = new Set(queries.flatMap((query) => query.match(/\b(percept|process)_\w+/g) ?? []));
  expect(names.size).toBeGreaterThan(15);
  const found = (name: string) => text.includes(`# TYPE ${name.replace(/_(bucket|sum|count)$/, '')} `);
  const alerts = readFileSync(join(MONITORING, 'percept-alerts.yaml'), 'utf8').match(/\bpercept_\w+(?=[{[)])/g) ?? [];
  expect([...names, ...alerts].filter((name) => !found(name))).toEqual([]);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
  );
  expect(cells).toHaveLength(new Set(cells).size);
});

withPrometheus('Prometheus', () => {
  let server: ChildProcess;
  let folder: string;
  let at: string;

  beforeAll(async () => {
    folder = tempDir();
    cpSync(MONITORING, folder, { recursive: true });
    const file = join(folder, 'prometheus.yml');
    const config = readFileSync(file, 'utf8').replace('127.0.0.1:3000', new URL(percept.url).host).replace('15s', '1s');
    writeFileSync(file, config);
    at = `127.0.0.1:${await freePort()}`;
    const storage = `--storage.tsdb.path=${join(folder, 'data')}`;
    server = spawn('prometheus', [`--config.file=${file}`, storage, `--web.listen-address=${at}`], { stdio: 'ignore' });
  });
  afterAll(async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill('SIGKILL');
    await ended;
    removeDir(folder);
  });

  const ask = async (path: string): Promise<any> => (await fetch(`http://${at}/api/v1/${path}`)).json();
  const query = (expr: string): Promise<any> => ask(`query?query=${encodeURIComponent(expr)}`);

  test('checks the rules, whose own tests pass, and the names of the metrics', async () => {
    const promtool = (...args: string[]) => execFileSync('promtool', args, { cwd: MONITORING, encoding: 'utf8', stdio: 'pipe' });
    expect(promtool('check', 'rules', 'percept-alerts.yaml')).toContain('SUCCESS: 11 rules found');
    expect(promtool('test', 'rules', 'percept-alerts.test.yaml')).toContain('SUCCESS');
    const ours = (await scrape()).split('\n').filter((line) => /^(# (HELP|TYPE) )?percept_/.test(line));
    const checked = execFileSync('promtool', ['check', 'metrics'], {
      input: `${ours.join('\n')}\n`,
      encoding: 'utf8',
      stdio: 'pipe',
    });
    expect(checked).toBe('');
  });

  test('loads the rules, scrapes the service, and no alert of a healthy one fires', async () => {
    await waitFor(async () => (await query('up{job="percept"}').catch(() => undefined))?.data.result[0]?.value[1] === '1');
    const { groups } = (await ask('rules')).data;
    expect(groups[0].rules).toHaveLength(11);
    await waitFor(async () => (await ask('rules')).data.groups[0].rules.every(({ health }: any) => health === 'ok'));
    expect((await ask('alerts')).data.alerts).toEqual([]);
  });

  test('answers every query of the dashboard', async () => {
    expect(queries.length).toBeGreaterThan(20);
    for (const each of queries) {
      const answer = await query(each.replaceAll('$job', 'percept').replaceAll('$__rate_interval', '1m'));
      expect([each, answer.status]).toEqual([each, 'success']);
    }
    const { data } = await query('sum(percept_call_duration_seconds_count{job="percept", outcome="ok"})');
    expect(Number(data.result[0].value[1])).toBeGreaterThan(0);
  });
});
