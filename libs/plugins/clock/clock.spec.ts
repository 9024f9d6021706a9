import { triggerSourceContract } from '@percept/sdk/testing';
import { describeContract } from '../../../test/harness/kinds';
import { cron } from './cron';
import { every } from './every';

describeContract(
  'the trigger source cron',
  triggerSourceContract(cron, { trigger: () => ({ cron: '30 2 * * *', timezone: 'Europe/Berlin', catch_up: 'last' }) }),
);
describeContract('the trigger source every', triggerSourceContract(every, { trigger: () => ({ every: '6h', jitter: '5m' }) }));
