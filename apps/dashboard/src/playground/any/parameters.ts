/** The part of a parameter's JSON Schema that the form reads. */
export interface ParameterSchema {
  type?: string;
  description?: string;
  default?: unknown;
  enum?: string[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  items?: ParameterSchema;
}

interface Described {
  accepts?: 'image' | 'video' | 'document' | null;
  media_fields: string[];
  input: { properties?: Record<string, ParameterSchema>; required?: string[] };
}

export type Control = 'check' | 'choice' | 'choices' | 'number' | 'words' | 'text' | 'line' | 'json';

export interface FormParameter {
  name: string;
  schema: ParameterSchema;
  control: Control;
  required: boolean;
}

/** Longer texts get a multi-line field. */
const LONG_TEXT = 500;
const ALIAS = /^Another name for/;

/** The parameters of a capability in schema order, each with a suitable control. Its media is chosen elsewhere. */
export function listParameters({ input, media_fields }: Described): FormParameter[] {
  return Object.entries(input.properties ?? {})
    .filter(([name, { description = '' }]) => !media_fields.includes(name) && !ALIAS.test(description))
    .map(([name, schema]) => ({ name, schema, control: controlOf(schema), required: input.required?.includes(name) ?? false }));
}

function controlOf({ type, enum: choices, items, maxLength }: ParameterSchema): Control {
  if (type === 'boolean') return 'check';
  if (type === 'integer' || type === 'number') return 'number';
  if (type === 'array' && items?.enum) return 'choices';
  if (type === 'array' && items?.type === 'string') return 'words';
  if (type !== 'string') return 'json';
  if (choices) return 'choice';
  return (maxLength ?? 0) > LONG_TEXT ? 'text' : 'line';
}
