import { removeDir, startPercept, type RunningPercept } from '../../harness/percept';
import { ALL_SCOPES, sending, type Answer } from '../../harness/sending';
import { fill, parametersOf } from './project-routes';

let percept: RunningPercept;
beforeAll(async () => {
  percept = await startPercept({ env: { PERCEPT_LOG_LEVEL: 'error' } });
});
afterAll(async () => {
  await percept.stop();
  removeDir(percept.dataDir);
});

const { send, post } = sending(() => percept);

/** What a key or a project may do. */
interface Terms {
  id: string;
  scopes?: string[];
  plan: string;
  monthly_limit: number | null;
  expires_at?: string | null;
}
interface Key extends Terms {
  key: string;
  scopes: string[];
}

const LIMITS: Record<string, number> = { free: 1_000, pro: 100_000 };
const NEVER = '9999-01-01T00:00:00Z';
const limitOf = ({ plan, monthly_limit }: Terms): number => LIMITS[plan] ?? monthly_limit ?? 1_000_000_000;
const isWithin = (one: Terms, other: Terms): boolean =>
  limitOf(one) <= limitOf(other) &&
  Date.parse(one.expires_at ?? NEVER) <= Date.parse(other.expires_at ?? NEVER) &&
  (one.scopes ?? []).every((scope) => other.scopes?.includes(scope));

/** Every value that would raise what has it, by the name of its field. */
const RAISED: Record<string, unknown> = {
  scopes: ALL_SCOPES,
  plan: 'enterprise',
  monthly_limit: 900_000_000,
  expires_at: 'never',
  project_id: 'prj_default',
  projectId: 'prj_default',
  aws: true,
  password: 'correct horse battery staple',
  current_password: 'correct horse battery staple',
  new_password: 'correct horse battery staple',
  token: 'x',
  value: 'x',
  administersInstallation: true,
};

interface Operation {
  method: string;
  path: string;
  /** Fields of its JSON body. */
  fields: string[];
  required: string[];
}

/** The operations of the document that change something, apart from those that end things. */
async function operations(): Promise<Operation[]> {
  const { paths, components } = (await send('/openapi.json')).body as { paths: Record<string, any>; components: any };
  const resolve = (schema: any): any => (schema?.$ref ? components.schemas[schema.$ref.split('/').at(-1)] : schema);
  const found: Operation[] = [];
  for (const [path, item] of Object.entries(paths))
    for (const [method, operation] of Object.entries<any>(item)) {
      if (method === 'get' || method === 'delete') continue;
      const schema = resolve(operation.requestBody?.content?.['application/json']?.schema) ?? {};
      const { properties = {}, required = [] } = schema;
      found.push({ method: method.toUpperCase(), path, fields: Object.keys(properties), required });
    }
  return found;
}

/** Each field that raises alone, those that raise together, and all of them whether the operation knows them or not. */
function bodiesFor({ fields, required }: Operation): Record<string, unknown>[] {
  const least = Object.fromEntries(required.map((field) => [field, RAISED[field] ?? 'x']));
  const raising = fields.filter((field) => field in RAISED);
  const together = Object.fromEntries(raising.map((field) => [field, RAISED[field]]));
  const alone = raising.map((field) => ({ ...least, [field]: RAISED[field] }));
  return [least, ...alone, { ...least, plan: 'enterprise', monthly_limit: 900_000_000 }, { ...least, ...together }, RAISED];
}

const [FIRST, OTHER] = ['prj_default', 'other'];
/** In the first project the scope `admin` administers the installation: its projects are such a key's to change. */
const ATTACKERS: { project: string; scopes: string[] }[] = [
  { project: OTHER, scopes: ['predict'] },
  { project: OTHER, scopes: ['pipelines'] },
  { project: OTHER, scopes: ['webhooks'] },
  { project: OTHER, scopes: ['predict', 'pipelines', 'webhooks'] },
  { project: OTHER, scopes: ['predict', 'admin'] },
  { project: FIRST, scopes: ['predict', 'pipelines', 'webhooks'] },
  { project: FIRST, scopes: ['predict', 'admin'] },
];

let other: string;
const made: Key[] = [];
const inProject = (id: string) => ({ headers: { 'percept-project': id } });
async function makeKey(project: string, terms: object): Promise<Key> {
  const key = (await post('/v1/keys', { name: 'x', ...terms }, inProject(project))).body;
  made.push(key);
  return key;
}
/** Every key of every project, the projects, and whether the password of the attack signs in. */
async function powers(): Promise<{ keys: Terms[]; projects: Terms[]; signsIn: boolean }> {
  const keys = await Promise.all([FIRST, other].map(async (id) => (await send('/v1/keys', inProject(id))).body.keys as Terms[]));
  const { status } = await post('/v1/session', { password: RAISED['password'] }, { key: '' });
  return { keys: keys.flat(), projects: (await send('/v2/projects')).body.projects, signsIn: status < 400 };
}

beforeAll(async () => {
  other = (await post('/v2/projects', { name: OTHER, plan: 'pro' })).body.id;
  for (const project of [FIRST, other]) await makeKey(project, { plan: 'enterprise', scopes: ALL_SCOPES });
});

test.each(ATTACKERS.map((attacker, turn) => ({ ...attacker, turn })))(
  'a key of $project with $scopes raises nothing, whichever operation it asks',
  async ({ project, scopes, turn }) => {
    const all = [{}, inProject(FIRST).headers, inProject(other).headers];
    const attacker = await makeKey(project === OTHER ? other : FIRST, { plan: 'pro', scopes, expires_at: '7d' });
    const isAdministrator = project === FIRST && scopes.includes('admin');
    const before = await powers();
    const raised: string[] = [];
    const statuses: Record<number, number> = {};
    const strong = made.filter((key) => key.scopes.length === ALL_SCOPES.length);
    const ids = [attacker.id, ...strong.map(({ id }) => id), other, FIRST];
    let { key } = attacker;
    const ask = async (operation: Operation, body: unknown, headers: Record<string, string>): Promise<void> => {
      const { method, path } = operation;
      const answer: Answer = await send(path, { method, key, body, headers });
      statuses[answer.status] = (statuses[answer.status] ?? 0) + 1;
      const what = `${method} ${path} ${JSON.stringify(body)} ${JSON.stringify(headers)}`;
      if (answer.status >= 500 && answer.status !== 503) raised.push(`${what}: ${answer.status}`);
      if (answer.status >= 400) return;
      const { body: given } = answer;
      if (answer.headers.get('set-cookie')) raised.push(`${what}: a session`);
      if (given?.key && !isWithin(given, attacker)) raised.push(`${what}: a key with ${given.scopes}, ${given.plan}`);
      // It goes on with the key that it was given instead of its own.
      if (given?.key && given.id === attacker.id) key = given.key;
    };

    for (const operation of await operations()) {
      const [parameter] = parametersOf(operation.path);
      const places = parameter === undefined ? [''] : operation.path.includes('{id}') ? ids : ['x'];
      const values = places.map((place) => Object.fromEntries(parametersOf(operation.path).map((name) => [name, place])));
      for (const value of values)
        for (const [index, body] of bodiesFor(operation).entries()) {
          // All fields go to every project; the other bodies go to one of them, and to each in the attacks together.
          const projects = body === RAISED ? all : [all[(index + turn) % all.length]!];
          for (const headers of projects) await ask({ ...operation, path: fill(operation.path, value) }, body, headers);
        }
    }

    const after = await powers();
    for (const now of after.keys) {
      const was = before.keys.find(({ id }) => id === now.id);
      if (!isWithin(now, was ?? attacker)) raised.push(`a key has more: ${JSON.stringify(now)}`);
    }
    if (!isAdministrator) expect(after.projects).toEqual(before.projects);
    expect(after.signsIn).toBe(false);
    const tried = Object.values(statuses).reduce((sum, count) => sum + count, 0);
    console.log(
      `${project}, ${scopes.join(' ')}: ${tried} requests ${JSON.stringify(statuses)}: ${raised.length} raised something`,
    );
    expect(raised).toEqual([]);
    expect(tried).toBeGreaterThan(300);
    // It was asked to the end with a key that is known.
    expect(statuses[401] ?? 0).toBeLessThan(tried / 4);
    expect((await send('/v2/capabilities', { key })).status).not.toBe(401);
  },
);
