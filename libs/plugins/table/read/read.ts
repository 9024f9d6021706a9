import { csvRecords, isEncoding, jsonRecords, UnreadableFile, type TextRecord } from '@percept/sdk/records';
import { defineCapability, PerceptError, Rows, type Row, type RowStream, DataFile } from '@percept/sdk';
import { IsArray, IsInt, IsString, JSONSchema, IsIn, IsObject, IsOptional, Max, Min } from '@percept/sdk/decorators';
import { columnReader, InvalidLine, COLUMN_TYPES } from './columns';
import { createReadStream, openSync, fstatSync, closeSync, constants } from 'node:fs';

const MAX_ROWS = 5_000_000;

class TableReadInput {
  @DataFile('The file: a path, or in a pipeline also `s3://bucket/key`. Exactly one of `file` and `data`.')
  file?: string;

  @JSONSchema({ description: 'The content of a file as text, instead of `file`.' })
  @IsString()
  @IsOptional()
  data?: string;

  @JSONSchema({ description: 'CSV with a header line, or a JSON object on each line; by the ending of the file when absent.' })
  @IsIn(['csv', 'jsonl'])
  @IsOptional()
  format?: 'csv' | 'jsonl';

  @JSONSchema({ description: 'The separator of CSV fields. A first line such as `sep=;` in the file wins.' })
  @IsIn([',', ';', '\t', '|'])
  delimiter = ',';

  @JSONSchema({
    description:
      'The encoding of the file, such as `windows-1252`; UTF-16 if the first bytes show that, else UTF-8, when absent.',
  })
  @IsString()
  @IsOptional()
  encoding?: string;

  @JSONSchema({
    description:
      `Types by column. Other columns of CSV are texts, and those of JSON stay as they are. ` +
      'An empty field of a column with a type is null.',
    additionalProperties: { type: 'string', enum: [...COLUMN_TYPES] },
  })
  @IsObject()
  @IsOptional()
  types?: Record<string, string>;

  @JSONSchema({ description: 'What happens with a line that cannot be read: the call fails, or the line is left out.' })
  @IsIn(['fail', 'skip'])
  on_error: 'fail' | 'skip' = 'fail';

  @JSONSchema({ description: 'The maximum number of rows; the rest of the file is not read.' })
  @IsInt()
  @Min(1)
  @Max(MAX_ROWS)
  @IsOptional()
  limit?: number;
}

/** The bytes of a file from its start. @throws PerceptError INVALID_REQUEST if there is no such file. */
function openFile(path: string, signal: AbortSignal): AsyncIterable<Buffer> {
  const descriptor = open(path);
  // A pipe or a device may never end.
  if (!fstatSync(descriptor).isFile()) {
    closeSync(descriptor);
    throw PerceptError.invalid('file', `'${path}' is not a file.`);
  }
  return createReadStream(path, { fd: descriptor, signal }) as AsyncIterable<Buffer>;
}

function open(path: string): number {
  try {
    return openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw PerceptError.invalid(
      'file',
      `the file '${path}' ${code === 'ENOENT' ? 'does not exist' : `cannot be opened (${code})`}.`,
    );
  }
}

const MAX_REASONS = 10;

class ReadOutput {
  @Rows('The rows of the file.')
  rows: RowStream;

  @JSONSchema({ description: 'The number of rows.' })
  @IsInt()
  rows_read: number;

  @JSONSchema({ description: 'The number of lines that were left out.' })
  @IsInt()
  rows_skipped: number;

  @JSONSchema({ description: 'Why lines were left out, for the first ten.' })
  @IsArray()
  @IsString({ each: true })
  skipped: string[];
}

export const tableRead = defineCapability({
  id: 'table.read',
  summary: 'Reads the rows of a CSV or JSON Lines file, with types.',
  description:
    'Streams up to 5,000,000 rows. A line has at most 1 MB. A line that cannot be read, or does not fit the types, fails ' +
    'the call with its number, or is left out.',
  input: TableReadInput,
  output: ReadOutput,
  examples: [{ data: 'day,amount\n2026-01-01,3.5\n', types: { day: 'date', amount: 'number' } }],

  setup() {
    return async (input, { signal }) => {
      const lines = linesOf(input, signal);
      const rows = new FileRows(lines, input);
      // The counts are complete once all rows were read.
      return {
        rows: rows.stream(),
        get rows_read() {
          return rows.read;
        },
        get rows_skipped() {
          return rows.skipped;
        },
        skipped: rows.reasons,
      };
    };
  },
});

function linesOf(input: TableReadInput, signal: AbortSignal): AsyncGenerator<TextRecord<unknown>> {
  const { file, data, format, delimiter, encoding } = input;
  if ((file === undefined) === (data === undefined))
    throw PerceptError.invalid('file', "is required, or 'data': exactly one of them.");
  if (encoding !== undefined && (data !== undefined || !isEncoding(encoding)))
    throw PerceptError.invalid(
      'encoding',
      data === undefined ? `'${encoding}' is not known.` : "is for 'file': 'data' is text already.",
    );
  const bytes = file === undefined ? [Buffer.from(data!)] : openFile(file, signal);
  const isJson = format ? format === 'jsonl' : /\.(jsonl|ndjson)$/i.test(file ?? '');
  return isJson ? jsonRecords(bytes, encoding) : csvRecords(bytes, { delimiter, encoding });
}

class FileRows {
  read = 0;
  skipped = 0;
  readonly reasons: string[] = [];
  private readonly convert: (row: Row) => Row;

  constructor(
    private readonly lines: AsyncGenerator<TextRecord<unknown>>,
    private readonly input: TableReadInput,
  ) {
    this.convert = columnReader(input.types);
  }

  /** @throws PerceptError INVALID_REQUEST for a line that cannot be read; PAYLOAD_TOO_LARGE for too many. */
  async *stream(): AsyncGenerator<Row> {
    const { limit = Infinity } = this.input;
    try {
      for await (const each of this.lines) {
        const row = this.rowOf(each);
        if (!row) continue;
        if (this.read >= MAX_ROWS) throw tooMany();
        this.read++;
        yield row;
        if (this.read >= limit) return;
      }
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      throw PerceptError.invalid(this.field, `cannot be read: ${error.message}.`);
    }
  }

  private get field(): 'file' | 'data' {
    return this.input.file === undefined ? 'data' : 'file';
  }

  private rowOf({ line, value, reason }: TextRecord<unknown>): Row | undefined {
    try {
      if (reason !== undefined) throw new InvalidLine(reason);
      if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new InvalidLine('it is not a JSON object');
      return this.convert(value as Row);
    } catch (error) {
      if (!(error instanceof InvalidLine)) throw error;
      const message = `line ${line}: ${error.message}`;
      if (this.input.on_error === 'fail')
        throw PerceptError.invalid(this.field, `${message}. 'on_error: skip' leaves such lines out.`);
      if (this.skipped++ < MAX_REASONS) this.reasons.push(message);
      return undefined;
    }
  }
}

function tooMany(): PerceptError {
  const reason = `the file has more than ${MAX_ROWS} rows: set 'limit', or split it.`;
  return new PerceptError('PAYLOAD_TOO_LARGE', `Too many rows: ${reason}`, { details: { field: 'file', reason } });
}
