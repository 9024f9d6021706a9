import { operationContract } from '@percept/sdk/testing';
import { test } from 'node:test';
import { show } from './index.js';

for (const { name, run } of operationContract(show, { input: { text: 'Stop', colour: 'red' } })) test(name, run);
