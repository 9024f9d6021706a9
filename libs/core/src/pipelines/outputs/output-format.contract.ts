import { outputFormatContract as contract, type ReadRows } from './output-promises';
import type { OutputFormat } from './output-format';

/** The contract of the SDK, with Jest. @param decode reads the rows of a file back. */
export function outputFormatContract(name: string, format: OutputFormat, decode: ReadRows): void {
  describe(`the output format ${name}`, () => {
    for (const each of contract(format, decode)) test(each.name, each.run);
  });
}
