import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '..');
/** A call that reads or writes rows: a method of TypeORM's EntityManager, or one of our typed statements. */
const ACCESS =
  /\b(getRepository|createQueryBuilder)\(|\b(manager|reader)\s*\.(query|insert|update|delete|save|increment|find\w*|exists\w*|count\w*)(<[^(]*>)?\(|\b(sql(<[^(]*>)?|findRows|updateRows)\(/;
const ALLOWED = /\.(repository|migration|spec|contract)\.ts$|^libs\/core\/src\/durable\//;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.parentPath.includes('node_modules'))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)));
}

test('only repositories read and write rows', () => {
  const files = ['apps/api/src', 'libs/core/src', 'libs/webhooks/src'].flatMap(sources).filter((file) => !ALLOWED.test(file));
  expect(files.length).toBeGreaterThan(100);
  const found = files.filter((file) => ACCESS.test(readFileSync(join(ROOT, file), 'utf8')));
  expect(found).toEqual([]);
});
