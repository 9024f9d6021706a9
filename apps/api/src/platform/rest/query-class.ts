import { applyDecorators, SetMetadata } from '@nestjs/common';
import { ApiQuery } from '@nestjs/swagger';
import { toJsonSchema, type Class } from '@percept/sdk';

const HAS_QUERY = 'percept:query';

/** Documents a query string from the class that validates it. */
export function ApiQueryClass(query: Class): MethodDecorator {
  const { properties = {}, required = [] } = toJsonSchema(query);
  const decorators = Object.entries(properties).map(([name, { description, ...schema }]) =>
    ApiQuery({ name, required: required.includes(name), description, schema: schema as object }),
  );
  return applyDecorators(SetMetadata(HAS_QUERY, true), ...decorators);
}

export const hasQuery = (handler: object): boolean => Reflect.hasMetadata(HAS_QUERY, handler);
