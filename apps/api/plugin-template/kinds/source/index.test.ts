import { itemSourceContract } from '@percept/sdk/testing';
import { test } from 'node:test';
import { numbers } from './index.js';

for (const { name, run } of itemSourceContract(numbers, { three: () => 3, options: { step: 2 } })) test(name, run);
