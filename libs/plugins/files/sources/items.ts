import { PerceptError } from '@percept/sdk';
import { defineItemSource, evaluateTemplate, RowsRef, value } from '@percept/sdk/pipelines';
import { sortByNumber } from './found-item';

/** The values of a list, or the rows of an earlier step. */
export const items = defineItemSource({
  name: 'items',
  keyword: value(
    'list or expression',
    { type: ['string', 'array'] },
    'A list, an expression that gives one, or the rows of a step.',
  ),
  options: {},
  item: {},
  documentation: { items: 'the values of the list', key: 'the position' },

  validate: (list) => (Array.isArray(list) ? undefined : 'must be a list, or an expression that gives one'),

  async *list(settings, { scope, rows }) {
    const list = evaluateTemplate(settings.value, scope);
    const pages = list instanceof RowsRef ? rows.pages(list)() : Array.isArray(list) ? [list] : undefined;
    if (!pages) throw PerceptError.invalid('items', 'must be a list.');
    let index = 0;
    for await (const page of pages) {
      for (const item of page) yield { sort: sortByNumber(index), key: String(index++), item };
    }
  },
});
