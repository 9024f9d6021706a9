import { outputFormatContract } from '@percept/sdk/testing';
import { describeContract } from '../../../../test/harness/kinds';
import { json } from './json';

describeContract(
  'the output format json',
  outputFormatContract(json, (bytes) => JSON.parse(bytes.toString()) as Record<string, unknown>[]),
);
