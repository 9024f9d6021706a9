import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openSqliteFile } from '../../../libs/core/src/durable/database/sqlite/sqlite';
import { startPercept, tempDir, type RunningPercept } from '../../harness/percept';
import { sending, type Answer } from '../../harness/sending';
import { HOSTILE_PAGE } from '../../harness/fixtures/hostile-models';
import { waitFor } from '../../harness/wait-for';
import { hostPlugin } from '../../harness/compiled';

const PLUGIN = hostPlugin('rogue');
export const SECOND_PROJECT = 'prj_second';

/** A run of calls that each take `ms` of a worker. */
export interface RunOrder {
  items: number;
  ms: number;
  /** Lines of the block. */
  block?: string;
  /** Lines of the step instead of a call that sleeps. */
  step?: string;
}

export interface RunState {
  id: string;
  status: string;
  counts: { total: number; succeeded: number; failed: number };
}

export interface Tenant {
  keyId: string;
  key: string;
  /** Requests that were answered with success. */
  requests(): number;
  text(path: string): Promise<string>;
  post(path: string, body?: unknown): Promise<Answer>;
  start(order: RunOrder): Promise<string>;
  run(id: string): Promise<RunState>;
  /** Resolves when the run has ended, or when `holds`. */
  until(id: string, holds?: (run: RunState) => boolean): Promise<RunState>;
}

/** A service with keys, limits and two tenants, and a capability `rogue.sleep` that holds a worker for `n` milliseconds. */
export async function startWithTenants(
  env: Record<string, string>,
  query?: (text: string) => Promise<unknown>,
): Promise<{ service: RunningPercept; tenants: [Tenant, Tenant] }> {
  const dataDir = tempDir();
  for (const folder of ['files', 'pipelines']) mkdirSync(join(dataDir, folder));
  const folders = { PERCEPT_PIPELINES_DIR: join(dataDir, 'pipelines'), PERCEPT_DATA_ROOTS: join(dataDir, 'files') };
  const settings = {
    PERCEPT_PLUGINS: `${PLUGIN},${hostPlugin('digest')}`,
    PERCEPT_LOG_LEVEL: 'error',
  };
  const service = await startPercept({ dataDir, env: { ...folders, ...settings, ...env } });
  const write = query ?? (async (text: string) => execute(join(dataDir, 'percept.sqlite'), text));
  const { make } = sending(() => service);
  const keys = [];
  for (const name of ['first', 'second']) {
    const terms = { name, plan: 'enterprise', monthly_limit: 1_000_000, scopes: ['predict', 'pipelines', 'webhooks'] };
    keys.push((await make(terms)) as { id: string; key: string });
  }
  await write(`INSERT INTO projects (id, name, plan, created_at) VALUES ('${SECOND_PROJECT}', 'second', 'enterprise', 0)`);
  await write(`UPDATE api_keys SET project_id = '${SECOND_PROJECT}' WHERE id = '${keys[1]!.id}'`);
  const projects = ['prj_default', SECOND_PROJECT];
  return { service, tenants: keys.map((each, n) => tenantOf(service, { ...each, project: projects[n]! })) as [Tenant, Tenant] };
}

/** Adds a model to a project, as its administrator. */
export async function addModel(
  service: RunningPercept,
  { project, name, onnx }: { project: string; name: string; onnx: Uint8Array },
): Promise<void> {
  const body = new FormData();
  body.set('manifest', HOSTILE_PAGE);
  body.set('file', new Blob([new Uint8Array(onnx)]), 'net.onnx');
  const answer = await service.fetch(`/v2/models/${name}`, { method: 'PUT', headers: { 'percept-project': project }, body });
  if (answer.status !== 200) throw new Error(`The model is not taken: ${answer.status} ${await answer.text()}`);
}

interface KeyOfProject {
  id: string;
  key: string;
  project: string;
}

function tenantOf(service: RunningPercept, { id: keyId, key, project }: KeyOfProject): Tenant {
  let requests = 0;
  const counting = <T extends { status: number }>(answer: T): T => {
    if (answer.status < 400) requests++;
    return answer;
  };
  const as = sending(() => ({ ...service, key }));
  const send = async (path: string) => counting(await as.send(path));
  const post = async (path: string, body?: unknown) => counting(await as.post(path, body));
  const run = async (id: string): Promise<RunState> => {
    const { status, body } = await send(`/v2/runs/${id}`);
    if (status !== 200) throw new Error(`GET /v2/runs/${id}: ${status} ${JSON.stringify(body)}`);
    return body as RunState;
  };
  return {
    keyId,
    key,
    requests: () => requests,
    text: async (path) => counting(await fetch(`${service.url}${path}`, { headers: { authorization: `Bearer ${key}` } })).text(),
    post,
    run,
    start: async (order) => {
      const name = `sleep-${order.items}-${order.ms}-${`${order.block ?? ''}${order.step ?? ''}`.replaceAll(/\W+/g, '')}`;
      // Saved over HTTP: the files of the pipelines folder belong to the first project.
      const source = pipelineOf(name, join(service.dataDir, 'files', project), order);
      counting(await as.send(`/v2/pipelines/${name}`, { method: 'PUT', body: { source } }));
      const { status, body } = await post(`/v2/pipelines/${name}/runs`, {});
      if (status !== 202) throw new Error(`The run is not accepted: ${status} ${JSON.stringify(body)}`);
      return (body as RunState).id;
    },
    until: async (id, holds = ({ status }) => !['queued', 'running'].includes(status)) => {
      return waitFor(
        async () => {
          const state = await run(id);
          return holds(state) && state;
        },
        { interval: 50, timeout: Infinity },
      );
    },
  };
}

function pipelineOf(name: string, folder: string, { items, ms, block = '', step }: RunOrder): string {
  // Each project reads a folder of its own.
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${name}.jsonl`);
  // A run of another tenant may be reading it.
  if (!existsSync(file)) writeFileSync(file, Array.from({ length: items }, (_, n) => `{"n":${n}}\n`).join(''));
  return `version: 1
name: ${name}
steps:
  - id: lines
    for_each:
      jsonl: ${file}
      as: line
      ${block}
    steps:
      - id: sleep
        ${step ?? `uses: rogue.sleep\n        with: { n: ${ms} }`}
    collect: { n: "\${{ line.n }}" }
outputs:
  - jsonl: lines.jsonl
    rows: \${{ lines.rows }}
`;
}

function execute(file: string, text: string): void {
  const database = openSqliteFile(file);
  try {
    database.prepare(text).run();
  } finally {
    database.close();
  }
}
