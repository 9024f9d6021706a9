import { outputFormatContract } from '@percept/sdk/testing';
import { test } from 'node:test';
import { concat } from './index.js';

function read(bytes: Buffer): Record<string, unknown>[] {
  const rows: Record<string, unknown>[] = [];
  for (let at = 0; at < bytes.length;) {
    const colon = bytes.indexOf(':', at);
    const end = colon + 1 + Number(bytes.toString('utf8', at, colon));
    rows.push(JSON.parse(bytes.toString('utf8', colon + 1, end)) as Record<string, unknown>);
    at = end;
  }
  return rows;
}

for (const { name, run } of outputFormatContract(concat, read)) test(name, run);
