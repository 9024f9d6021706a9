import { outputFormatContract } from '@percept/sdk/testing';
import { describeContract } from '../../../../test/harness/kinds';
import { jsonLines } from './json-lines';

describeContract(
  'the output format jsonl',
  outputFormatContract(jsonLines, (bytes) => {
    const lines = bytes.toString().split('\n').slice(0, -1);
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }),
);
