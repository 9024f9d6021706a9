import type { CapabilityDefinition } from '@percept/sdk';

const upper = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Turns `vision.video.analyze` into `visionVideoAnalyze`. */
export function camelCase(id: string): string {
  const [first = '', ...others] = id.split(/[^A-Za-z0-9]+/).filter(Boolean);
  return first + others.map(upper).join('');
}

/** Turns `detectObjects` into `DetectObjects`, for schema names. */
export const pascalCase = (id: string): string => upper(camelCase(id));

/** The id of an operation whose decorator names none: `archive` of RunsController becomes `archiveRuns`. */
export const toOperationId = (controller: string, method: string): string =>
  method + upper(controller.replace(/Controller$/, ''));

/** The operation ids of capabilities. If two want the same name, the second is named after its id. */
export class OperationNames {
  private readonly taken: Set<string>;

  constructor(taken: Iterable<string>) {
    this.taken = new Set(taken);
  }

  of({ id, operation }: Pick<CapabilityDefinition, 'id' | 'operation'>): string {
    const wanted = operation && /^[a-z][A-Za-z0-9]*$/.test(operation) ? operation : camelCase(id);
    const name = this.taken.has(wanted) ? camelCase(id) : wanted;
    this.taken.add(name);
    return name;
  }
}
