import {
  Type,
  ArrayMaxSize,
  IsArray,
  IsBoolean,
  IsOptional,
  IsString,
  JSONSchema,
  MaxLength,
  MinLength,
  ValidateNested,
} from '@percept/sdk/decorators';

class HolidayDate {
  @JSONSchema({ description: 'The day, such as `2026-12-24`.' })
  @IsString()
  date!: string;

  @JSONSchema({ description: 'Days of one name have one effect.' })
  @IsString()
  @MaxLength(100)
  @IsOptional()
  name?: string;
}

export class Holidays {
  @JSONSchema({ description: 'A country whose public holidays count, such as `DE`.' })
  @IsString()
  @IsOptional()
  country?: string;

  @JSONSchema({ description: 'A region of it with holidays of its own, such as `BY`.' })
  @IsString()
  @IsOptional()
  region?: string;

  @JSONSchema({ description: 'Further days, or all of them without `country`; future ones too.' })
  @IsArray()
  @ArrayMaxSize(10_000)
  @ValidateNested({ each: true })
  @Type(() => HolidayDate)
  @IsOptional()
  dates?: HolidayDate[];

  @JSONSchema({ description: 'Whether the days are closed: their value is 0.' })
  @IsBoolean()
  @IsOptional()
  closed?: boolean;
}

export class Regressor {
  @JSONSchema({ description: 'The name by which the answer speaks of it.' })
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  name!: string;

  @JSONSchema({ description: 'Its value at each point of `data`, in the same order.', items: { type: 'number' } as never })
  @IsArray()
  values!: number[];

  @JSONSchema({ description: 'Its value in each of the future `periods`.', items: { type: 'number' } as never })
  @IsArray()
  future_values!: number[];
}
