import { triggerSourceContract } from '@percept/sdk/testing';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { spool } from './index.js';

const spoolIn = (place: string) => {
  mkdirSync(join(place, 'spool'), { recursive: true });
  return join(place, 'spool');
};
let files = 0;
const cause = async (place: string) => {
  const file = join(spoolIn(place), `${++files}.txt`);
  writeFileSync(file, '');
  return file;
};

const trigger = (place: string) => ({ spool: spoolIn(place), poll: '50ms' });
for (const { name, run } of triggerSourceContract(spool, { trigger, cause })) test(name, run);
