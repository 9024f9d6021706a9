import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { globFiles } from './glob-files';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'percept-walk-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function files(...paths: string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), '');
  }
}

async function found(pattern: string, followLinks = true): Promise<string[]> {
  const paths: string[] = [];
  for await (const path of globFiles(folder, pattern, { followLinks })) paths.push(relative(folder, path));
  return paths.sort();
}

describe('a walk', () => {
  test('finds the files that fit, whatever their case', async () => {
    files('a.jpg', 'b.JPG', 'c.png', 'd.txt', 'sub/e.jpeg', 'sub/deep/f.jpg', 'jpg');
    expect(await found('**/*.{jpg,jpeg,png}')).toEqual(['a.jpg', 'b.JPG', 'c.png', 'sub/deep/f.jpg', 'sub/e.jpeg']);
    expect(await found('*.jpg')).toEqual(['a.jpg', 'b.JPG']);
    expect(await found('*/*')).toEqual(['sub/e.jpeg']);
    expect(await found('[ac].*')).toEqual(['a.jpg', 'c.png']);
    expect(await found('?.txt')).toEqual(['d.txt']);
    expect(await found('a.jpg')).toEqual(['a.jpg']);
    expect(await found('{sub/deep,none}/*.jpg')).toEqual(['sub/deep/f.jpg']);
  });

  test('takes other signs in names as they are', async () => {
    files('photos (1)/a+b.jpg', 'photos 1/ab.jpg', 'x|y.jpg', '!z.jpg');
    expect(await found('photos (1)/*.jpg')).toEqual(['photos (1)/a+b.jpg']);
    expect(await found('*/a+b.jpg')).toEqual(['photos (1)/a+b.jpg']);
    expect(await found('!z.jpg')).toEqual(['!z.jpg']);
    expect(await found('x|y.*')).toEqual(['x|y.jpg']);
  });

  test('leaves out hidden files and folders unless they are named', async () => {
    files('.hidden.jpg', '.thumbs/a.jpg', 'b.jpg');
    expect(await found('**/*.jpg')).toEqual(['b.jpg']);
    expect(await found('.thumbs/*.jpg')).toEqual(['.thumbs/a.jpg']);
  });

  test('follows links to folders once, or not at all', async () => {
    files('real/a.jpg');
    symlinkSync(join(folder, 'real'), join(folder, 'link'));
    symlinkSync(folder, join(folder, 'real', 'circle'));
    const all = await found('**/*.jpg');
    expect(all).toContain('link/a.jpg');
    expect(all.length).toBeLessThan(12);
    expect(await found('**/*.jpg', false)).toEqual(['real/a.jpg']);
  });

  test('refuses a pattern that would take for ever', async () => {
    files(`${'a'.repeat(200)}.txt`);
    await expect(found('*a*a*a*a*a*a*a*a*b')).rejects.toMatchObject({ code: 'INVALID_REQUEST' });
    expect(await found('{aaaa,aa*}+(a|aa)+(a|aa)b')).toEqual([]);
  });

  test('says which folder cannot be read', async () => {
    await expect(found('x/../../nowhere/*')).resolves.toEqual([]);
    rmSync(folder, { recursive: true });
    await expect(found('*')).rejects.toMatchObject({ code: 'ENOENT' });
    mkdirSync(folder);
  });
});
