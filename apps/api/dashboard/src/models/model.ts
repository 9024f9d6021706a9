/** A model as `GET /v2/models` lists it. */
export interface Model {
  name: string;
  task: string | null;
  version: string | null;
  state: 'ready' | 'unprepared' | 'broken';
  default: boolean;
  own: boolean;
  licence: string | null;
  labels: number | null;
  reason: string | null;
}
