import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SDK_PAGE, sdkPage } from '../../../tools/sdk-docs';
import { ROOT } from '../../harness/percept';

test(`${SDK_PAGE} is what \`npm run docs:sdk\` writes, and every name in it is documented`, () => {
  expect(readFileSync(join(ROOT, SDK_PAGE), 'utf8')).toBe(sdkPage(ROOT));
});
