import { plainToInstance } from 'class-transformer';
import { getMetadataStorage, validateSync, type ValidationError } from 'class-validator';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { isMap, isNode, isScalar, isSeq, LineCounter, parseDocument, visit, type Document, type Scalar } from 'yaml';
import { suggest } from '../../../kernel';
import { contradictions } from './contradictions';
import { Manifest, type ModelFolder } from './manifest';

const MANIFEST_FILE = 'model.yaml';
const INLINE = {
  labels: 'labels must be the list itself: [cat, dog]. A file of labels cannot be sent.',
  parents: 'parents must be the list itself: { beagle: dog }. A file of parents cannot be sent.',
};

/** The folders that hold a manifest, by name. Folders without one (weights in waiting, notes) are left alone. */
export function modelFolders(modelsDir: string): string[] {
  if (!existsSync(modelsDir)) throw new Error(`There is no folder of models at ${modelsDir}.`);
  return readdirSync(modelsDir)
    .map((name) => join(modelsDir, name))
    .filter((folder) => existsSync(join(folder, MANIFEST_FILE)))
    .sort();
}

/** A mistake and the path of the field. */
interface Mistake {
  path: string[];
  message: string;
}

/**
 * @param isSent whether a caller sent the manifest: then it may not name a file of this machine from which the labels would be
 * read.
 * @throws Error with a line per mistake: file:line:column, the field and what it must be.
 */
export function readManifest(folder: string, { isSent = false } = {}): ModelFolder {
  const file = join(folder, MANIFEST_FILE);
  const { fields, positionOf } = parse(file);
  for (const field of ['labels', 'parents'] as const) {
    const value = fields[field];
    if (typeof value !== 'string') continue;
    if (isSent) throw new Error(`${positionOf([field])}: ${INLINE[field]}`);
    const digest = (fields['digests'] as Record<string, string> | undefined)?.[basename(value)];
    fields[field] = readNamed(positionOf([field]), field, { path: join(folder, value), digest });
  }
  const manifest = plainToInstance(Manifest, fields);
  const problems = validateSync(manifest, { whitelist: true, forbidNonWhitelisted: true }).flatMap((error) => describe(error));
  if (problems.length === 0) problems.push(...contradictions(manifest).map((message) => ({ path: pathIn(message), message })));
  if (problems.length > 0) throw new Error(problems.map(({ path, message }) => `${positionOf(path)}: ${message}.`).join('\n'));
  return { name: basename(folder), folder, manifest };
}

interface Parsed {
  fields: Record<string, unknown>;
  /** The place of a field as `file:line:column`. If the field is missing, the place of the nearest field around it. */
  positionOf: (path: readonly string[]) => string;
}

function parse(file: string): Parsed {
  const lines = new LineCounter();
  // To find duplicate keys, the library compares each key with every other one.
  const options = { lineCounter: lines, prettyErrors: false, uniqueKeys: false };
  const document = parseDocument(readFileSync(file, 'utf8'), options);
  const position = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${file}:${Math.max(1, line)}:${Math.max(1, col)}`;
  };
  const [error] = document.errors;
  if (error) throw new Error(`${position(error.pos[0])}: ${error.message}`);
  const repeated = repeatedKey(document);
  if (repeated) throw new Error(`${position(repeated.range?.[0] ?? 0)}: '${String(repeated.value)}' is there twice.`);
  const fields: unknown = document.toJS();
  if (typeof fields !== 'object' || fields === null || Array.isArray(fields)) {
    throw new Error(`${position(0)}: a manifest is a list of fields such as 'task: object-detection'.`);
  }
  return { fields: fields as Record<string, unknown>, positionOf: (path) => position(offsetOf(document.contents, path)) };
}

function repeatedKey(document: Document.Parsed): Scalar | undefined {
  let repeated: Scalar | undefined;
  visit(document, {
    Map: (_, { items }) => {
      const known = new Set<unknown>();
      repeated = items
        .map(({ key }) => key)
        .find((key): key is Scalar => isScalar(key) && known.size === known.add(key.value).size);
      return repeated && visit.BREAK;
    },
  });
  return repeated;
}

function offsetOf(node: unknown, path: readonly string[], before = 0): number {
  const [step, ...rest] = path;
  if (step === undefined) return before;
  if (isMap(node)) {
    const pair = node.items.find(({ key }) => isScalar(key) && String(key.value) === step);
    return pair ? offsetOf(pair.value, rest, (pair.key as Scalar).range?.[0] ?? before) : before;
  }
  const item = isSeq(node) ? node.items[Number(step)] : undefined;
  return isNode(item) ? offsetOf(item, rest, item.range?.[0] ?? before) : before;
}

/** The path of the first field that a message names: `scenes[0].head names …`. */
function pathIn(message: string): string[] {
  const [first = ''] = message.replace(/^'([^']+)'/, '$1').split(' ');
  return first.replaceAll(/\[(\d+)\]/g, '.$1').split('.');
}

/**
 * What a manifest may keep in a file beside it: labels a line each, parents as YAML.
 * @param file.digest the SHA-256 that the manifest says; checked if given.
 */
function readNamed(position: string, field: 'labels' | 'parents', { path, digest }: { path: string; digest?: string }): unknown {
  if (!existsSync(path)) throw new Error(`${position}: ${field} names the file '${basename(path)}', which does not exist.`);
  const bytes = readFileSync(path);
  const found = createHash('sha256').update(bytes).digest('hex');
  if (digest !== undefined && found !== digest)
    throw new Error(
      `${position}: ${path} has the SHA-256 ${found}, but digests says ${digest}. Fetch the file again, or put the new digest there.`,
    );
  const text = bytes.toString('utf8');
  if (field === 'parents') return parseDocument(text).toJS();
  return text
    .split('\n')
    .map((line) => (WIDE_BLANK.test(line) ? line : line.trim()))
    .filter(Boolean);
}

/** A wide blank is a character that a model reads, like any letter. */
const WIDE_BLANK = /^[\u00a0\u2000-\u200a\u3000]$/;

function describe(error: ValidationError, parents: string[] = []): Mistake[] {
  const path = [...parents, error.property];
  const short = path.reduce((all, step) => (/^\d+$/.test(step) ? `${all}[${step}]` : [all, step].filter(Boolean).join('.')), '');
  if (error.value === undefined && error.constraints) return [{ path, message: `${short} is missing` }];
  const own = Object.entries(error.constraints ?? {}).map(([rule, message]): Mistake => {
    if (rule === 'whitelistValidation')
      return {
        path,
        message: `${short} is not a field of a manifest.${suggest(error.property, fieldsOf(error.target!))}`.replace(/\.$/, ''),
      };
    return { path, message: message.replace(error.property, short) + nearestOf(rule, error.value, message) };
  });
  return [...own, ...(error.children ?? []).flatMap((child) => describe(child, path))];
}

/** Every field that the class checks. */
function fieldsOf(target: object): string[] {
  const checks = getMetadataStorage().getTargetValidationMetadatas(target.constructor, '', false, false);
  return [...new Set(checks.map(({ propertyName }) => propertyName))];
}

/** Finds the word of a list that was most likely meant. */
function nearestOf(rule: string, value: unknown, message: string): string {
  if (rule !== 'isIn' || typeof value !== 'string') return '';
  const hint = suggest(
    value,
    message
      .slice(message.indexOf(':') + 1)
      .split(',')
      .map((word) => word.trim()),
  );
  return hint && `.${hint}`;
}
