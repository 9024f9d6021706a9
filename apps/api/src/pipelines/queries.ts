import { IsIn, IsInt, IsOptional, IsString, Max, Min } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';

/** The query of a list. */
export class Page {
  @JSONSchema({ description: 'How many at most.' })
  @IsInt()
  @Min(1)
  @Max(500)
  @IsOptional()
  limit = 50;
}

/** The query of `GET /v2/runs/{id}/items`. */
export class ItemQuery extends Page {
  @JSONSchema({ description: 'Only the items of that name.' })
  @IsString()
  @IsOptional()
  key?: string;

  @JSONSchema({ description: 'Only the items in that state.' })
  @IsIn(['pending', 'succeeded', 'failed'])
  @IsOptional()
  state?: 'pending' | 'succeeded' | 'failed';

  @JSONSchema({ description: 'How many to pass over.' })
  @IsInt()
  @Min(0)
  @IsOptional()
  skip = 0;
}
