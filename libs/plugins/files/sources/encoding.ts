import { isEncoding } from '@percept/sdk/records';
import type { Keyword } from '@percept/sdk/pipelines';

const EXAMPLES = ['utf-8', 'windows-1252', 'latin1', 'utf-16le', 'shift_jis'];

/** The `encoding` option of sources that read a text file. */
export const encoding: Keyword<string> = {
  description: 'The encoding of the file. When absent, it is UTF-16 if the first bytes show that, else UTF-8.',
  values: `${EXAMPLES.map((name) => `\`${name}\``).join(', ')} …`,
  schema: { type: 'string', examples: EXAMPLES },
  read(fields, name) {
    const given = fields.text(name);
    if (given === undefined || isEncoding(given)) return given;
    fields.refuse(name, `is not a known encoding: write one such as ${EXAMPLES.join(', ')}`);
    return undefined;
  },
};
