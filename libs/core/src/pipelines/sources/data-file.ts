import { isFolder, PerceptError } from '../../kernel';
import { evaluateTemplate } from '../language/syntax';
import type { ListContext, SourceSettings } from './item-source';

type Context = Omit<ListContext, 'rows'>;

/** For `validate`: a path that is known before the run. */
export const mustBePath = (path: unknown): string | undefined =>
  typeof path === 'string' ? undefined : 'must be the path of a file';

/** Absolute. @throws PerceptError INVALID_REQUEST, NOT_FOUND, FORBIDDEN. */
export async function resolveFile(settings: SourceSettings, { scope, paths }: Context): Promise<string> {
  const path = evaluateTemplate(settings.value, scope);
  if (typeof path !== 'string' || path === '') throw PerceptError.invalid('for_each', 'must be the path of a file.');
  return paths.resolve(path);
}

/** For `check`: the file must exist. @throws PerceptError INVALID_REQUEST, NOT_FOUND, FORBIDDEN. */
export async function checkFile(settings: SourceSettings, { scope, paths }: Context): Promise<void> {
  const path = evaluateTemplate(settings.value, scope);
  if (typeof path !== 'string' || path === '') throw PerceptError.invalid('inputs', 'the path of a file must be text.');
  if (await isFolder(await paths.resolve(path))) throw PerceptError.invalid('inputs', `${path} is a folder; it must be a file.`);
}
