import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError } from 'class-validator';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { LineCounter, parseDocument } from 'yaml';
import { didYouMean } from '../../kernel';
import { contradictions } from './contradictions';
import { Manifest, type ModelFolder } from './manifest';

const MANIFEST_FILE = 'model.yaml';

/** The folders that hold a manifest, by name; folders without one (weights in waiting, notes) are left alone. */
export function modelFolders(modelsDir: string): string[] {
  if (!existsSync(modelsDir)) throw new Error(`There is no folder of models at ${modelsDir}.`);
  return readdirSync(modelsDir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && existsSync(join(modelsDir, entry.name, MANIFEST_FILE)))
    .map((entry) => join(modelsDir, entry.name))
    .sort();
}

/** @throws Error with a line per mistake: the file, the field and what it must be. */
export function readManifest(folder: string): ModelFolder {
  const file = join(folder, MANIFEST_FILE);
  const fields = parse(file);
  const labels = typeof fields.labels === 'string' ? readLabels(file, folder, fields.labels) : fields.labels;
  const manifest = plainToInstance(Manifest, labels === undefined ? fields : { ...fields, labels });
  const problems = validateSync(manifest, { whitelist: true, forbidNonWhitelisted: true }).flatMap((error) => describe(error));
  if (problems.length === 0) problems.push(...contradictions(manifest));
  if (problems.length > 0) throw new Error(problems.map((problem) => `${file}: ${problem}.`).join('\n'));
  return { name: basename(folder), folder, manifest };
}

function parse(file: string): Record<string, unknown> {
  const lines = new LineCounter();
  const document = parseDocument(readFileSync(file, 'utf8'), { lineCounter: lines, prettyErrors: false });
  const [error] = document.errors;
  if (error) {
    const { line, col } = lines.linePos(error.pos[0]);
    throw new Error(`${file}:${line}:${col}: ${error.message}`);
  }
  const fields: unknown = document.toJS();
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new Error(`${file}: a manifest is a list of fields such as 'task: object-detection'.`);
  }
  return fields as Record<string, unknown>;
}

function readLabels(file: string, folder: string, name: string): string[] {
  const path = join(folder, name);
  if (!existsSync(path)) throw new Error(`${file}: labels names the file '${name}', which does not exist.`);
  return readFileSync(path, 'utf8')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

function describe(error: ValidationError, parent = ''): string[] {
  const path = /^\d+$/.test(error.property) ? `${parent}[${error.property}]` : [parent, error.property].filter(Boolean).join('.');
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]) => {
    if (rule !== 'whitelistValidation') return message.replace(error.property, path);
    const known = Object.keys(Object.assign(Object.create(null) as object, error.target)).filter((key) => key !== error.property);
    return `${path} is no field of a manifest.${didYouMean(error.property, known)}`.replace(/\.$/, '');
  });
  return [...own, ...(error.children ?? []).flatMap((child) => describe(child, path))];
}
