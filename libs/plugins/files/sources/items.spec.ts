import { itemSourceContract } from '@percept/sdk/testing';
import { describeContract } from '../../../../test/harness/kinds';
import { items } from './items';

describeContract('the item source items', itemSourceContract(items, { three: () => ['a', { b: 1 }, null] }));
