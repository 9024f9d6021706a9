import { Between } from '../intervals/between';
import { Points, SeasonLength, type TimeseriesPoint } from '../timeseries-input';

/** The options for how certain changes must be. */
export class ChangepointsOptions {
  @Between(0.5, 1, 'How sure a change must be. Of 100 series without changes, at 0.99 about one has any.')
  min_confidence = 0.99;

  @SeasonLength()
  season_length?: number;
}

export class ChangepointsInput extends ChangepointsOptions {
  @Points('The series, with at least two different values')
  data!: TimeseriesPoint[];
}
