import { InputError } from '../../api/input-error';
import { listParameters, type Control, type FormParameter } from './parameters';

/** The values of the form fields: text, or the chosen names. If absent or empty, the parameter is not sent. */
export type FormValues = Record<string, string | string[] | boolean | undefined>;

type Described = Parameters<typeof listParameters>[0];

/** A mistake in one form field, found before the form is sent. */
export class FieldError extends InputError {
  constructor(
    readonly field: string,
    message: string,
  ) {
    super(message);
  }
}

/** Fills the form from an example. The example's media URL is left out, because it leads nowhere. */
export function fillFromExample(capability: Described, example: Record<string, unknown>): FormValues {
  const known = listParameters(capability).filter(({ name }) => example[name] !== undefined);
  return Object.fromEntries(known.map(({ name, control }) => [name, shownAs(control, example[name])]));
}

function shownAs(control: Control, value: unknown): FormValues[string] {
  if (control === 'check') return value === true;
  if (control === 'choices') return value as string[];
  if (control === 'words') return (value as string[]).join(', ');
  return control === 'json' ? JSON.stringify(value, null, 2) : String(value);
}

/**
 * The body of the request: the filled-in values in their types. The media's URL uses the second of its names.
 * @throws FieldError
 */
export function toRequestBody(capability: Described, values: FormValues): Record<string, unknown> {
  const given = listParameters(capability).flatMap((parameter) => {
    const value = values[parameter.name];
    return value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
      ? []
      : [[parameter.name, typed(parameter, value)] as const];
  });
  const [, urlField] = capability.media_fields;
  const url = urlField === undefined ? '' : values[urlField];
  return { ...Object.fromEntries(given), ...(url ? { [urlField!]: url } : {}) };
}

function typed({ name, control }: FormParameter, value: NonNullable<FormValues[string]>): unknown {
  if (control === 'number') return Number(value);
  if (control === 'words')
    return String(value)
      .split(/[,\n]/)
      .map((word) => word.trim())
      .filter(Boolean);
  if (control !== 'json') return value;
  try {
    return JSON.parse(String(value));
  } catch (error) {
    throw new FieldError(name, `This is not valid JSON: ${(error as Error).message}`);
  }
}
