import { programsOf, type Language } from '../../api/programs';
import { bodyOf, type Values } from './form-values';

interface Asked {
  capability: Parameters<typeof bodyOf>[0] & { path: string };
  values: Values;
  file?: { name: string };
}

/** Code for the same call in each language, with the key from the environment. */
export function codeOf({ capability, values, file }: Asked, origin: string): Record<Language, string> {
  const body = bodyOf(capability, values);
  const request = { method: 'POST', address: `${origin}${capability.path}` };
  if (!file) return programsOf({ ...request, json: body });
  const [part] = capability.media_fields as [string];
  const fields = Object.entries(body).flatMap(([name, value]) => [value].flat().map((each) => [name, String(each)] as const));
  return programsOf({ ...request, form: { fields, file: { part, name: file.name } } });
}
