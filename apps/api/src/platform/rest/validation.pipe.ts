import type { PipeTransform } from '@nestjs/common';
import { checkBody } from '@percept/core';
import type { Class } from '@percept/sdk';

/** Validates a small JSON body against its class, with the same rules and messages as a capability's input. */
export class ValidatedBody<T extends object> implements PipeTransform<unknown, T> {
  constructor(private readonly bodyClass: Class<T>) {}

  transform(value: unknown): T {
    return checkBody(this.bodyClass, value);
  }
}

/** Validates a query string against its class, which converts numbers and booleans from text. */
export class ValidatedQuery<T extends object> implements PipeTransform<unknown, T> {
  constructor(private readonly queryClass: Class<T>) {}

  transform(value: unknown): T {
    return checkBody(this.queryClass, value, { fromText: true });
  }
}
