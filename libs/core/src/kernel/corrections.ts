import { PerceptError } from './errors';

/** What a person says that a value of a result is. */
export interface Correction {
  /** The place of the value in the result, such as `fields.total.value` or `items[0].amount.value`. */
  path: string;
  value: string | number | boolean | null;
}

/** As the result keeps it, in `corrections`. */
interface KeptCorrection extends Correction {
  /** What the machine said. */
  was: unknown;
  /** ISO 8601, UTC. */
  at: string;
  by: string;
}

type Json = Record<string, unknown>;

const PATH = /^[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*$/;
const KEPT = 'corrections';
/** Corrections of one result: the others would make it grow without end. */
const MAX_KEPT = 1_000;

interface CorrectionContext {
  at: string;
  by: string;
  /** What the caller wrote it in, for errors. */
  field: string;
}

/**
 * A copy of the result in which the correction is the value. `corrections` of it has it beside what the machine said, however
 * often a value is corrected. A `review` beside a corrected value becomes false.
 * @throws PerceptError INVALID_REQUEST where it does not fit.
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
    throw PerceptError.invalid(field, `is one of more than ${MAX_KEPT} of this result: make a new one.`);
  return { ...corrected, [KEPT]: kept };
}

/** The object or list with the value. Below a null, an object comes into being. */
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
    throw PerceptError.invalid(field, `must be a ${typeof was} as the machine's value is, or null.`);
}
