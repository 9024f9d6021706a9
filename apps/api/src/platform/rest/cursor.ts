import { Matches } from '@percept/sdk/decorators';

/** A list that goes on after the entry with this id. Any other text would give an empty page, which looks like the last one. */
export const IsCursor = (prefix: 'aud' | 'ent' | 'log' | 'run' | 'upl'): PropertyDecorator =>
  Matches(new RegExp(`^${prefix}_[0-9a-f]{32}$`), {
    message: `must be an id of this list (${prefix}_…), such as the 'next_cursor' of the previous page`,
  });
