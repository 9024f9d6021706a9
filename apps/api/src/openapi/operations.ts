import type { OpenAPIObject } from '@nestjs/swagger';

export type Operation = NonNullable<OpenAPIObject['paths'][string]['post']>;

/** Every operation of a document with its path. */
export function operationsOf({ paths }: Pick<OpenAPIObject, 'paths'>): { path: string; operation: Operation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, operation }] : [];
    }),
  );
}
