import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';

const ROOT = resolve(__dirname, '..');
/** The folders of the service, and below the parts of the core, from the bottom up: each imports only from those before it. */
const API_ORDER = ['platform', 'access', 'metering', 'request', 'inference', 'runs', 'events', 'service', 'cli'];
const CORE_ORDER = ['kernel', 'inference', 'durable', 'expressions', 'doors', 'pipelines', 'triggers', 'sdk'];
/** Exports that no other file names: four of templates, four types that a declaration needs. The number only shrinks. */
const MAX_ALONE = 6;
/** Fields of a class that change and are not a union of named states. */
const MAX_MUTABLE_FIELDS = 3;

interface Import {
  /** Path from the root. */
  from: string;
  specifier: string;
  /** Path from the root for a relative import, without extension as written. */
  target: string | undefined;
  typeOnly: boolean;
}

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

function importsOf(file: string): Import[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  const pattern = /^(?:import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?'([^']+)';?$/gms;
  const found = [...text.matchAll(pattern)].map((match) => ({ specifier: match[2]!, typeOnly: Boolean(match[1]) }));
  const called = [...text.matchAll(/\bimport\('(\.[^']+)'\)/g)].map((match) => ({ specifier: match[1]!, typeOnly: true }));
  return [...found, ...called].map((each) => {
    const isOurs = each.specifier.startsWith('.');
    return { ...each, from: file, target: isOurs ? relative(ROOT, resolve(ROOT, dirname(file), each.specifier)) : undefined };
  });
}

const code = [...sources('apps'), ...sources('libs')];
/** Written by `npm run clients`, not by us. */
const GENERATED = 'apps/api/src/service/openapi/capability-answers.ts';
/** The types of the public API are the client's, for the dashboard too. */
const CLIENT_TYPES = 'clients/typescript/src/schema';
/** What 'percept plugin new' writes from: its names belong to the plugin that it makes. */
const TEMPLATE = 'apps/api/plugin-template/';
/** Words of the field: `oneOf` of JSON Schema, and a decorator that reads as a sentence. */
const NAMED_OF = /^(oneOf|IsListOf): /;

const production = code.filter((file) => !/\.(spec|contract)\.ts$/.test(file) && file !== GENERATED);
const imports = production.flatMap(importsOf);

const house = (path: string) => /^(apps\/[^/]+|libs\/[^/]+)/.exec(path)?.[1];
const show = (found: Import[]) => found.map((each) => `${each.from} imports ${each.specifier}`);

function resolveFile(target: string): string | undefined {
  return [`${target}.ts`, `${target}.tsx`, join(target, 'index.ts')].find((path) => code.includes(path));
}

/** The first cycle found below `start`, as the list of its files. */
function cycles(graph: Map<string, string[]>): string[] {
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (file: string, trail: string[]): void => {
    if (trail.includes(file)) {
      found.push([...trail.slice(trail.indexOf(file)), file].join(' → '));
      return;
    }
    if (done.has(file)) return;
    for (const next of graph.get(file) ?? []) visit(next, [...trail, file]);
    done.add(file);
  };
  for (const file of graph.keys()) visit(file, []);
  return found;
}

describe('the house', () => {
  test('sees the code it judges', () => {
    expect(production.length).toBeGreaterThan(20);
    expect(imports.length).toBeGreaterThan(production.length);
  });

  test('the core imports neither plugins nor webhooks nor the service', () => {
    const wrong = imports.filter((each) => each.from.startsWith('libs/core/'));
    expect(
      show(wrong.filter((each) => /^@percept\//.test(each.specifier) || (each.target && house(each.target) !== 'libs/core'))),
    ).toEqual([]);
  });

  test.each([
    ['webhooks', ['@percept/core', '@percept/sdk', '@percept/sdk/decorators']],
    ['compat', ['@percept/core', '@percept/sdk', '@percept/sdk/doors', '@percept/sdk/models']],
  ])('%s imports only %j', (name, allowed) => {
    const own = imports.filter((each) => each.from.startsWith(`libs/${name}/`));
    const isWrong = ({ specifier, target }: Import) =>
      (specifier.startsWith('@percept/') && !allowed.includes(specifier)) || (target && house(target) !== `libs/${name}`);
    expect(show(own.filter(isWrong))).toEqual([]);
  });

  test('plugins import the SDK alone, decorators too, in their tests as in their code', () => {
    const foreign = /^(@percept\/(?!sdk(\/|$))|class-)/;
    const all = code.filter((file) => file.startsWith('libs/plugins/')).flatMap(importsOf);
    const outside = (each: Import) =>
      each.target && house(each.target) !== 'libs/plugins' && !each.target.startsWith('test/harness/');
    expect(show(all.filter((each) => foreign.test(each.specifier) || outside(each)))).toEqual([]);
  });

  test('the SDK has about 40 names', () => {
    const names = (path: string) =>
      [...readFileSync(join(ROOT, 'libs/core/src/sdk', path), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gms)].flatMap(
        (match) => match[1]!.split(',').filter((name) => name.trim() !== ''),
      ).length;
    const entries = [
      'index.ts',
      'models.ts',
      'doors/index.ts',
      'pipelines/index.ts',
      'testing/index.ts',
      'records/index.ts',
      'scratch/index.ts',
      'expressions/index.ts',
      'decorators.ts',
    ];
    process.stdout.write(`Exports of @percept/sdk: ${entries.map((path) => `${path} ${names(path)}`).join(', ')}\n`);
    expect(names('index.ts')).toBeLessThanOrEqual(48);
  });

  test('the index of the core has no name that nobody uses', () => {
    const list = (text: string) => text.split(',').flatMap((name) => /^(?:type )?(\w+)/.exec(name.trim())?.[1] ?? []);
    const index = readFileSync(join(ROOT, 'libs/core/src/index.ts'), 'utf8');
    const offered = [...index.matchAll(/^export (?:type )?\{([^}]*)\}/gms)].flatMap((match) => list(match[1]!));
    const users = ['apps', 'libs', 'test', 'tools', 'lab'].flatMap(sources).map((file) => readFileSync(join(ROOT, file), 'utf8'));
    const pattern = /(?:import|export)\s+(?:type\s+)?\{([^}]*)\}\s+from\s+'@percept\/core'/g;
    const used = new Set(users.flatMap((text) => [...text.matchAll(pattern)].flatMap((match) => list(match[1]!))));
    process.stdout.write(`Exports of the core's index: ${offered.length}\n`);
    expect(offered.filter((name) => !used.has(name))).toEqual([]);
    // The goal is 120: a name that joins takes another one out.
    expect(offered.length).toBeLessThanOrEqual(120);
  });

  test('what one file alone uses is not exported', () => {
    const texts = ['apps', 'libs', 'test', 'tools', 'lab']
      .flatMap(sources)
      .map((file) => [file, readFileSync(join(ROOT, file), 'utf8')]);
    const files = new Map<string, number>();
    for (const [, text] of texts)
      for (const word of new Set(text!.match(/\b[A-Za-z_]\w+/g))) files.set(word, (files.get(word) ?? 0) + 1);
    const exported = /^export (?:abstract |async )?(?:const|function\*?|class|type|interface) (\w+)/gm;
    const alone = texts
      .filter(([file]) => production.includes(file!))
      .flatMap(([file, text]) =>
        [...text!.matchAll(exported)].filter(([, name]) => files.get(name!) === 1).map(([, name]) => `${file}: ${name}`),
      );
    process.stdout.write(`Exports that no other file names: ${alone.length}\n`);
    expect(alone.length > MAX_ALONE ? alone : []).toEqual([]);
  });

  test('an export has a name of its own, and no name ends in Of', () => {
    const exported = /^export (?:declare |abstract |async )*(?:const|function\*?|class|type|interface|enum) (\w+)/gm;
    const files = new Map<string, Set<string>>();
    for (const file of production.filter((each) => !each.startsWith(TEMPLATE)))
      for (const [, name] of readFileSync(join(ROOT, file), 'utf8').matchAll(exported))
        files.set(name!, (files.get(name!) ?? new Set()).add(file));
    const twice = [...files].filter(([name, at]) => at.size > 1 || /[a-z]Of$/.test(name));
    expect(twice.map(([name, at]) => `${name}: ${[...at].join(', ')}`).filter((each) => !NAMED_OF.test(each))).toEqual([]);
  });

  test('libraries are entered through their index', () => {
    const crossing = imports.filter(
      (each) => each.target && house(each.target) !== house(each.from) && each.target !== CLIENT_TYPES,
    );
    const deep = imports.filter((each) =>
      /^@percept\/(?!sdk\/(decorators|doors|expressions|models|pipelines|records|scratch|testing)$)[^/]+\//.test(each.specifier),
    );
    expect(show([...crossing, ...deep])).toEqual([]);
  });

  test('nothing in a library needs the compiled code', () => {
    const compiled = /(compiled|dist)\/(libs|test|apps)|harness\/compiled'/;
    expect(code.filter((file) => file.startsWith('libs/') && compiled.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });

  test('an index names what it exports', () => {
    const stars = production.filter((file) => /^export \* from/m.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(stars).toEqual([]);
  });

  test('the parts of the core import only to the left', () => {
    const part = (path: string) => /^libs\/core\/src\/([^/]+)\/./.exec(`${path}/.`)?.[1] ?? '';
    const stacks = ['inference', 'durable'];
    const contracts = code.filter((file) => file.endsWith('.contract.ts')).flatMap(importsOf);
    const wrong = [...imports, ...contracts].filter((each) => {
      const [from, to] = [part(each.from), part(each.target ?? '')];
      if (!CORE_ORDER.includes(from) || !CORE_ORDER.includes(to)) return false;
      const apart = from !== to && stacks.includes(from) && stacks.includes(to);
      return apart || CORE_ORDER.indexOf(to) > CORE_ORDER.indexOf(from);
    });
    expect(show(wrong)).toEqual([]);
    expect(CORE_ORDER.filter((name) => !production.some((file) => file.startsWith(`libs/core/src/${name}/`)))).toEqual([]);
  });

  test('the folders of the service import only to the left', () => {
    const place = (path: string) => API_ORDER.indexOf(/^apps\/api\/src\/([^/]+)\/./.exec(`${path}/.`)?.[1] ?? '');
    expect(show(imports.filter(({ from, target }) => place(from) >= 0 && place(target ?? '') > place(from)))).toEqual([]);
    const folders = readdirSync(join(ROOT, 'apps/api/src'), { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).toSorted()).toEqual(API_ORDER.toSorted());
  });

  const graphOf = (counts: (each: Import) => boolean) =>
    new Map(
      production.map((file) => [
        file,
        imports
          .filter((each) => each.from === file && each.target && counts(each))
          .flatMap((each) => resolveFile(each.target!) ?? []),
      ]),
    );

  test('there are no import cycles', () => {
    expect(cycles(graphOf((each) => !each.typeOnly))).toEqual([]);
  });

  test('there are no cycles of type imports', () => {
    expect(cycles(graphOf(() => true))).toEqual([]);
  });

  test('no two folders beside each other import each other, by value or by type, down to the third depth', () => {
    const pairs = new Set<string>();
    for (const { from, target } of imports) {
      const to = target && resolveFile(target);
      if (!to || house(from) !== house(to) || from.startsWith('apps/dashboard/')) continue;
      const [one, other] = [dirname(from).split('/'), dirname(to).split('/')];
      const depth = one.findIndex((name, index) => name !== other[index]);
      const isBelow = depth < 0 || depth >= other.length;
      if (!isBelow && depth <= 5) pairs.add(`${one.slice(0, depth + 1).join('/')} ↔ ${other.slice(0, depth + 1).join('/')}`);
    }
    const turned = (pair: string): string => pair.split(' ↔ ').toReversed().join(' ↔ ');
    const knots = [...pairs].filter((pair) => pair < turned(pair) && pairs.has(turned(pair)));
    process.stdout.write(`Folders that import each other: ${knots.length}\n`);
    expect(knots).toEqual([]);
  });

  test('no file is over 400 lines', () => {
    const sizes = production.map((file) => ({ file, lines: readFileSync(join(ROOT, file), 'utf8').split('\n').length - 1 }));
    expect(sizes.filter(({ lines }) => lines > 400)).toEqual([]);
    const ranked = sizes.map(({ lines }) => lines).sort((a, b) => a - b);
    const total = ranked.reduce((sum, lines) => sum + lines, 0);
    const [median, p90] = [0.5, 0.9].map((part) => ranked[Math.floor(ranked.length * part)]!);
    process.stdout.write(`${total} lines in ${ranked.length} files: p50 ${median}, p90 ${p90}, max ${ranked.at(-1)}\n`);
    const core = sizes.filter(({ file }) => file.startsWith('libs/core/')).reduce((sum, { lines }) => sum + lines, 0);
    // An index that passes a name on is a user of its file, too.
    const users = new Map(production.map((file) => [file, new Set<string>()]));
    for (const { from, target } of imports) users.get(resolveFile(target?.replace(/\.js$/, '') ?? '') ?? '')?.add(from);
    const alone = [...users.values()].filter(({ size }) => size === 1).length;
    process.stdout.write(
      `Core: ${core} lines. Files that one other file imports: ${((100 * alone) / users.size).toFixed(1)} %\n`,
    );
  });

  test('a class with many mutable fields names its states', () => {
    const field = /^ {2}(?:private |protected )?(?!readonly|static)(\w+)[?!]?(?:: ((?:=>|[^=;\n])+?))?(?: = [^;\n]+)?;$/gm;
    const counts = production.flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const classes = [...text.matchAll(/^(?:export )?(?:abstract )?class (\w+)[^{]*\{\n([^]*?)^\}/gm)];
      // Rows, settings and bodies of requests have decorators; the others have behaviour.
      const behaving = classes.filter(([, , body]) => !/^ {2}@/m.test(body!) && /^ {2}private /m.test(body!));
      return behaving.map(([, name, body]) => {
        const fields = [...body!.matchAll(field)].filter(([, , type]) => !type?.endsWith('State'));
        return { name: name!, count: fields.length };
      });
    });
    process.stdout.write(`Most unnamed mutable fields of a class: ${Math.max(...counts.map(({ count }) => count))}\n`);
    expect(counts.filter(({ count }) => count > MAX_MUTABLE_FIELDS)).toEqual([]);
  });

  test('no more packages than docs/decisions/one-package.md says', () => {
    const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { dependencies: object };
    const said = /^(\d+) packages in `dependencies`/m.exec(readFileSync(join(ROOT, 'docs/decisions/one-package.md'), 'utf8'))![1];
    const count = Object.keys(dependencies).length;
    process.stdout.write(`Packages: ${count}\n`);
    expect(`${count}`).toBe(said);
  });

  test('no more settings than 45: a pair that belongs together is one', () => {
    // Those of the AWS SDK are not ours.
    const count = readFileSync(join(ROOT, '.env.example'), 'utf8').match(/^# (?!AWS_)\w+=/gm)!.length;
    process.stdout.write(`Settings: ${count}\n`);
    expect(count).toBeLessThanOrEqual(45);
  });

  test('limits begin with MAX_ or MIN_', () => {
    expect(production.filter((file) => /\b(MOST|LEAST)_[A-Z]/.test(readFileSync(join(ROOT, file), 'utf8')))).toEqual([]);
  });

  test('no file is named after nothing', () => {
    expect(production.filter((file) => /(^|[/.-])(utils?|helpers?|managers?|common|types)\.tsx?$/.test(file))).toEqual([]);
  });

  test('only the configuration reads the environment', () => {
    // What is set there for a library to read is not a reading.
    const readers = production.filter((file) => /process\.env(?!\['\w+'\] = )/.test(readFileSync(join(ROOT, file), 'utf8')));
    expect(readers.filter((file) => file !== 'apps/api/src/platform/config/environment.ts')).toEqual([]);
  });

  test('the tree is the one of the plan', () => {
    for (const path of [
      'apps/api',
      'libs/core',
      'libs/plugins',
      'libs/webhooks',
      'pipelines',
      'models',
      'test',
      'nest-cli.json',
      'package.json',
    ]) {
      expect(statSync(join(ROOT, path))).toBeDefined();
    }
  });
});
