import { answerOfDoor, doorContract } from '@percept/sdk/testing';
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { moods } from './index.js';

const example = {
  key: 'pk_live_1',
  request: { headers: { 'x-moods-key': 'pk_live_1' }, body: Buffer.from('{"sentence": "What a day!"}') },
  outputs: { 'text.sentiment': { sentiment: 'positive' } },
};

for (const { name, run } of doorContract(moods, example)) test(name, run);

test('tells the mood of a sentence', async () => {
  assert.deepEqual((await answerOfDoor(moods, example)).body, { mood: 'positive' });
});
