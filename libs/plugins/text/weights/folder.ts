import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The file of a model that comes with the package. @throws Error where it is not there. */
export function modelFile(model: string, file: string): string {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const path = join(folder, 'models', model, file);
    if (existsSync(path)) return path;
    if (folder === dirname(folder))
      throw new Error(`The model '${model}' is missing: no folder above ${__dirname} has models/${model}/${file}.`);
  }
}
