import { itemSourceContract } from './item-source.contract';
import { items } from './items';

itemSourceContract('items', items, { three: () => ['a', { b: 1 }, null] });
