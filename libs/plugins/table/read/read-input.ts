import { DataFile } from '@percept/sdk';
import { IsIn, IsInt, IsObject, IsOptional, IsString, JSONSchema, Max, Min } from '@percept/sdk/decorators';
import { COLUMN_TYPES } from './columns';

export const MAX_ROWS = 5_000_000;

export class ReadInput {
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
