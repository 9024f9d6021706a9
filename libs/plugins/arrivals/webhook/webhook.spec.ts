import { triggerSourceContract } from '@percept/sdk/testing';
import { describeContract } from '../../../../test/harness/kinds';
import { webhook } from './webhook';

describeContract(
  'the trigger source webhook',
  triggerSourceContract(webhook, { trigger: () => ({ webhook: 'orders', input: 'file' }) }),
);
