import type { OpenAPIObject } from '@nestjs/swagger';

export type OpenApiOperation = NonNullable<OpenAPIObject['paths'][string]['post']>;

/** Every operation of a document with its path. */
export function listOperations({ paths }: Pick<OpenAPIObject, 'paths'>): { path: string; operation: OpenApiOperation }[] {
  return Object.entries(paths).flatMap(([path, item]) =>
    (['get', 'post', 'put', 'patch', 'delete'] as const).flatMap((method) => {
      const operation = item[method];
      return operation ? [{ path, operation }] : [];
    }),
  );
}
