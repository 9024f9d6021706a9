import {
  IsBoolean,
  IsInt,
  IsOptional,
  IsString,
  JSONSchema,
  Max,
  MaxLength,
  Min,
  MinLength,
  ValidateIf,
} from '@percept/sdk/decorators';
import { defineOperation } from '@percept/sdk/pipelines';

/** The highest number of frames that a new state may need. */
const MAX_FRAMES = 1_000;

class TrackStateInput {
  @JSONSchema({
    description: 'The thing that has the state, such as `gate`. Pipelines of a project that use the same name share the state.',
  })
  @IsString()
  @MinLength(1)
  @MaxLength(100)
  name!: string;

  @JSONSchema({
    type: ['string', 'null'],
    description: 'The state seen now. If it is null or absent, no state was recognized, which changes nothing.',
  })
  @ValidateIf((_, value) => value !== null)
  @IsString()
  @MinLength(1)
  @MaxLength(200)
  @IsOptional()
  state?: string | null;

  @JSONSchema({ description: 'How many times in a row another state must be seen until it is accepted.' })
  @IsInt()
  @Min(1)
  @Max(MAX_FRAMES)
  for = 1;
}

export class TrackStateOutput {
  @JSONSchema({ type: ['string', 'null'], description: 'The accepted state; null before the first.' })
  @ValidateIf((_, value) => value !== null)
  @IsString()
  state!: string | null;

  @JSONSchema({ type: ['string', 'null'], description: 'The one before.' })
  @ValidateIf((_, value) => value !== null)
  @IsString()
  previous!: string | null;

  @JSONSchema({ description: 'Whether it changed with this call. The first state does not count as a change.' })
  @IsBoolean()
  changed!: boolean;

  @JSONSchema({ description: 'How many times in a row another state has been seen that is not accepted yet.' })
  @IsInt()
  seen!: number;
}

/** The values that are kept between runs. */
interface KeptState {
  state: string | null;
  previous: string | null;
  candidate: string | null;
  seen: number;
  changed: boolean;
  /** The attempt that wrote the state: the same attempt again changes nothing. */
  by: string;
}

const UNKNOWN: KeptState = { state: null, previous: null, candidate: null, seen: 0, changed: false, by: '' };

/** @param state the state that was seen; null: none. */
function nextState(before: KeptState, state: string | null, { needed, by }: { needed: number; by: string }): KeptState {
  const same = { ...before, changed: false, by };
  if (state === null) return same;
  if (state === before.state) return { ...same, candidate: null, seen: 0 };
  const seen = state === before.candidate ? before.seen + 1 : 1;
  if (seen < needed) return { ...same, candidate: state, seen };
  return { state, previous: before.state, candidate: null, seen: 0, changed: before.state !== null, by };
}

export const trackState = defineOperation({
  id: 'state.track',
  summary: 'Remembers a state from run to run, and says when it changes: a gate that opens, a light that goes out.',
  description: 'A new state is accepted once it has been seen `for` times in a row, so one wrong frame changes nothing.',
  input: TrackStateInput,
  output: TrackStateOutput,
  examples: [{ name: 'gate', state: 'open', for: 3 }],

  async run({ name, state = null, for: needed }, { keep, idempotencyKey: by }) {
    const kept = await keep<KeptState>(name, (before = UNKNOWN) =>
      before.by === by ? before : nextState(before, state, { needed, by }),
    );
    const { state: now, previous, changed, seen } = kept;
    return { output: { state: now, previous, changed, seen } };
  },
});
