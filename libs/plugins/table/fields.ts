import { PerceptError, toJson, type Row, type RowStream } from '@percept/sdk';

const MAX_SHOWN = 30;

/** A field that a parameter names. */
interface AskedField {
  parameter: string;
  name: string;
}

/** Passes on the rows. @throws PerceptError INVALID_REQUEST after the last row, if none has a field that was asked for. */
export async function* withFields(rows: RowStream, asked: readonly AskedField[]): AsyncGenerator<Row> {
  let first: Row | undefined;
  let missing = asked;
  for await (const row of rows) {
    first ??= row;
    if (missing.length > 0) missing = missing.filter(({ name }) => !Object.hasOwn(row, name));
    yield row;
  }
  if (first && missing[0]) throw noSuchField(missing[0], 'no row has', first);
}

/** @param said which rows lack the field, such as `no row has` */
export function noSuchField({ parameter, name }: AskedField, said: string, row: Row): PerceptError {
  const names = Object.keys(row);
  const shown = names.slice(0, MAX_SHOWN).map((each) => toJson(each).slice(0, 100));
  const all = [...shown, ...(names.length > MAX_SHOWN ? [`${names.length - MAX_SHOWN} more`] : [])].join(', ');
  return PerceptError.invalid(parameter, `${said} the field ${toJson(name)}. The first row has ${all || 'none'}.`);
}
