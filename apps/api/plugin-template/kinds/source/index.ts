import { definePlugin } from '@percept/sdk';
import { defineItemSource, evaluateTemplate, integer, value } from '@percept/sdk/pipelines';

/** `for_each: { numbers: 10, step: 2 }`: the numbers from 0, up to the given one. */
export const numbers = defineItemSource({
  name: 'numbers',
  keyword: value('number', { type: ['integer', 'string'] }, 'The number of items.'),
  options: { step: integer(1, 1_000, 'The distance of two numbers; 1 when absent.') },
  item: {},
  documentation: { items: 'the numbers', key: 'the number' },

  validate: (count) => (Number.isInteger(count) ? undefined : 'must be a whole number'),

  // Runs in the main thread of the service: do not block it.
  async *list({ value: template, options: { step = 1 } }, { scope }) {
    const count = Number(evaluateTemplate(template, scope));
    for (let n = 0; n < count; n++) yield { sort: String(n).padStart(9, '0'), key: String(n * step), item: n * step };
  },
});

export default definePlugin({ name: 'NAME', version: '0.1.0', percept: 'PERCEPT_RANGE', sources: [numbers] });
