import { RUN_STATES } from '@percept/core';
import { IsIn, IsInt, IsOptional, IsString, Max, Min, MinLength } from 'class-validator';
import { JSONSchema } from 'class-validator-jsonschema';
import { IsCursor } from '../../platform/rest/cursor';

/** The query of `GET /v2/pipelines/{name}/ticks`. */
export class TicksQuery {
  @JSONSchema({ description: 'The maximum number of entries.' })
  @IsInt()
  @Min(1)
  @Max(500)
  @IsOptional()
  limit = 50;
}

/** The query of `GET /v2/runs`. */
export class RunsQuery extends TicksQuery {
  @JSONSchema({ description: 'The `next_cursor` of the previous page.' })
  @IsCursor('run')
  @IsOptional()
  cursor?: string;

  @JSONSchema({ description: 'Only runs of this pipeline.' })
  @IsString()
  @IsOptional()
  pipeline?: string;

  @JSONSchema({ description: 'Only runs in this state.' })
  @IsIn(RUN_STATES)
  @IsOptional()
  status?: (typeof RUN_STATES)[number];
}

/** The query of `GET /v2/runs/{id}/items`. */
export class ItemQuery extends TicksQuery {
  @JSONSchema({ description: 'The `next_cursor` of the previous page.' })
  @IsString()
  @MinLength(1)
  @IsOptional()
  cursor?: string;

  @JSONSchema({ description: 'Only items with this key.' })
  @IsString()
  @IsOptional()
  key?: string;

  @JSONSchema({ description: 'Only items in this state.' })
  @IsIn(['pending', 'succeeded', 'failed'])
  @IsOptional()
  state?: 'pending' | 'succeeded' | 'failed';
}

/** The query of `PATCH /v2/runs/{id}/items`. */
export class ItemAt {
  @JSONSchema({ description: 'The key of the item; empty for a step outside a block.' })
  @IsString()
  @IsOptional()
  key = '';

  @JSONSchema({ description: 'The step of the item, where several steps have an item with this key.' })
  @IsString()
  @IsOptional()
  step?: string;
}

/** The query of `GET /v2/runs/{id}/items/file`. */
export class ItemFileQuery extends ItemAt {
  @JSONSchema({ description: 'Answers with a JPEG at most this many pixels wide and high; of a video its first frame.' })
  @IsInt()
  @Min(16)
  @Max(2048)
  @IsOptional()
  width?: number;
}
