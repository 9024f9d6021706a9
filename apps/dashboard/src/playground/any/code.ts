import { writePrograms, type Language } from '../../api/programs';
import { toRequestBody, type FormValues } from './form-values';

interface Asked {
  capability: Parameters<typeof toRequestBody>[0] & { path: string };
  values: FormValues;
  file?: { name: string };
}

/** Code for the same call in each language, with the key from the environment. */
export function writeCode({ capability, values, file }: Asked, origin: string): Record<Language, string> {
  const body = toRequestBody(capability, values);
  const request = { method: 'POST', address: `${origin}${capability.path}` };
  if (!file) return writePrograms({ ...request, json: body });
  const [part] = capability.media_fields as [string];
  const fields = Object.entries(body).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)] as const));
  return writePrograms({ ...request, form: { fields, file: { part, name: file.name } } });
}
