import { basename } from 'node:path';
import { PerceptError, type ErrorCode } from '../../kernel';
import type { EvaluationContext } from '../../expressions';
import { filePatterns, listFiles } from './files';
import type { AllowedPaths } from '../../kernel';
import type { BlockStep, Source, Step } from '../language';
import { csvRecords, jsonLineRecords, linesOf, type FoundRecord } from './records';
import type { RunItemEntity } from '../runs/entities';
import type { RowSources } from './row-sources';
import { evaluateTemplate, RowsRef, type Template } from '../language/syntax';

export type FoundItem = Pick<RunItemEntity, 'sort' | 'key' | 'item'> & { refused?: { code: ErrorCode; reason: string } };

/** What the items are looked for with. */
export interface Listing {
  scope: EvaluationContext;
  paths: AllowedPaths;
  /** The rows of earlier steps. */
  rows: RowSources;
}

const BATCH = 200;

/** The items of a step, in batches; a step outside of blocks has one. */
export async function* listItems(step: Step, { scope, paths, rows }: Listing): AsyncGenerator<FoundItem[]> {
  if (step.kind === 'call') {
    yield [{ sort: '', key: '', item: null }];
    return;
  }
  let batch: FoundItem[] = [];
  for await (const item of itemsOf(step.source, { scope, paths, rows })) {
    batch.push({ ...item, key: item.refused ? item.key : keyOf(step, item, scope) });
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function* itemsOf(source: Source, { scope, paths, rows }: Listing): AsyncGenerator<FoundItem> {
  if ('files' in source) {
    yield* files(source.files, scope, paths);
  } else if ('items' in source) {
    const items = evaluateTemplate(source.items, scope);
    const pages = items instanceof RowsRef ? rows.pages(items)() : Array.isArray(items) ? [items] : undefined;
    if (!pages) throw PerceptError.invalid('items', 'must be a list.');
    let index = 0;
    for await (const page of pages) for (const item of page) yield { sort: padded(index), key: String(index++), item };
  } else if ('urls' in source) {
    for await (const { number, value, refused } of urlsOf(evaluateTemplate(source.urls, scope), paths)) {
      const url = String(value);
      yield { sort: padded(number), key: url, item: { url, name: nameOf(url) }, refused };
    }
  } else {
    const records =
      'csv' in source
        ? csvRecords(await fileAt(source.csv, scope, paths), source.delimiter)
        : jsonLineRecords(await fileAt(source.jsonl, scope, paths));
    for await (const { number, value, refused } of records) {
      yield { sort: padded(number), key: String(number), item: value, refused };
    }
  }
}

async function* files(template: Template, scope: EvaluationContext, paths: AllowedPaths): AsyncGenerator<FoundItem> {
  for (const pattern of filePatterns(template, scope)) {
    for await (const { file, refused } of listFiles(pattern, paths)) {
      yield {
        sort: file.path,
        key: file.path,
        item: file,
        refused: refused === undefined ? undefined : { code: 'FORBIDDEN', reason: refused },
      };
    }
  }
}

/** So that the order of texts is the order of numbers. */
const padded = (number: number): string => String(number).padStart(9, '0');

async function fileAt(template: Template, scope: EvaluationContext, paths: AllowedPaths): Promise<string> {
  const path = evaluateTemplate(template, scope);
  if (typeof path !== 'string' || path === '') throw PerceptError.invalid('for_each', 'must be the path of a file.');
  return paths.resolve(path);
}

const URL_PREFIX = /^https?:\/\//i;

/** One URL, a list of them, or the path of a text file with one on each line. */
async function* urlsOf(value: unknown, paths: AllowedPaths): AsyncGenerator<FoundRecord> {
  const list = Array.isArray(value) ? value : typeof value === 'string' && URL_PREFIX.test(value) ? [value] : undefined;
  if (list) {
    for (const [index, url] of list.entries()) yield asUrl(url, index + 1);
    return;
  }
  if (typeof value !== 'string' || value === '') {
    throw PerceptError.invalid('urls', 'must be URLs, a list of them, or the path of a file with one on each line.');
  }
  for await (const { number, text } of linesOf(await paths.resolve(value))) {
    if (!text.trimStart().startsWith('#')) yield asUrl(text.trim(), number);
  }
}

function asUrl(value: unknown, number: number): FoundRecord {
  if (typeof value === 'string' && URL_PREFIX.test(value) && URL.canParse(value)) return { number, value };
  const shown = typeof value === 'string' ? value : JSON.stringify(value);
  return {
    number,
    value: shown,
    refused: { code: 'INVALID_REQUEST', reason: `'${shown.slice(0, 100)}' is no http or https URL.` },
  };
}

function nameOf(url: string): string {
  return URL.canParse(url) ? basename(decodeURI(new URL(url).pathname)) : url;
}

function keyOf({ key, as }: BlockStep, item: FoundItem, scope: EvaluationContext): string {
  if (!key) return item.key;
  const value = evaluateTemplate(key, Object.assign(Object.create(null) as EvaluationContext, scope, { [as]: item.item }));
  return typeof value === 'string' ? value : JSON.stringify(value);
}
