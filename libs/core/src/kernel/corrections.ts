import { PerceptError } from './errors';

/** A person's correction of a value in a result. */
export interface Correction {
  /** The place of the value in the result, such as `fields.total.value` or `items[0].amount.value`. */
  path: string;
  value: string | number | boolean | null;
}

/** A correction as the result keeps it, in `corrections`. */
interface KeptCorrection extends Correction {
  /** The machine's value. */
  was: unknown;
  /** ISO 8601, UTC. */
  at: string;
  by: string;
}

type Json = Record<string, unknown>;

const PATH = /^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/;
const KEPT = 'corrections';
/** Limit of the corrections of one result, which would otherwise grow without end. */
const MAX_KEPT = 1_000;

interface CorrectionContext {
  at: string;
  by: string;
  /** The parameter that holds the correction, for errors. */
  field: string;
}

/**
 * Returns a copy of the result with the corrected value. Its `corrections` hold that value and the machine's, however often a value
 * is corrected. A `review` beside a corrected value becomes false.
 * @throws PerceptError INVALID_REQUEST where the correction does not fit.
 */
export function correct(result: Json, { path, value }: Correction, { field, ...about }: CorrectionContext): Json {
  const corrected = structuredClone(result);
  const { owner, name } = ownerOf(corrected, path, `${field}.path`);
  const now = owner[name] ?? null;
  checkKind(value, now, `${field}.value`);
  owner[name] = value;
  if (typeof owner['review'] === 'boolean' && name !== 'review') owner['review'] = false;
  const before = (corrected[KEPT] ?? []) as KeptCorrection[];
  const was = before.find((each) => each.path === path)?.was ?? now;
  const kept = [...before.filter((each) => each.path !== path), { path, value, was, ...about }];
  if (kept.length > MAX_KEPT)
    throw PerceptError.invalid(field, `is beyond the ${MAX_KEPT} corrections that one result can have: make a new result.`);
  return { ...corrected, [KEPT]: kept };
}

/** The object or list that holds the value. Instead of a null, an object is created. */
function ownerOf(result: Json, path: string, field: string): { owner: Json; name: string } {
  if (!PATH.test(path)) throw PerceptError.invalid(field, 'must be a path such as fields.total.value or items[0].amount.value.');
  const names = path.split(/[.[\]]+/).filter((name) => name !== '');
  let [owner, isNew] = [result, false];
  for (const [index, name] of names.entries()) {
    if (!isNew && (!Object.hasOwn(owner, name) || (index === 0 && name === KEPT))) refuse(field, path, name);
    if (index === names.length - 1) break;
    if (isNew || owner[name] === null) {
      isNew = true;
      owner[name] = {};
    }
    if (typeof owner[name] !== 'object') refuse(field, path, names[index + 1]!);
    owner = owner[name] as Json;
  }
  return { owner, name: names.at(-1)! };
}

function refuse(field: string, path: string, name: string): never {
  throw PerceptError.invalid(field, `is '${path.slice(0, 100)}', and the result has no '${name.slice(0, 60)}' there.`);
}

function checkKind(value: Correction['value'], was: unknown, field: string): void {
  if (typeof was === 'object' && was !== null)
    throw PerceptError.invalid(field, 'is for a whole object or list: correct one of its values.');
  if (value !== null && was !== null && typeof value !== typeof was)
    throw PerceptError.invalid(field, `must be a ${typeof was} like the machine's value, or null.`);
}
