import type { PipeTransform } from '@nestjs/common';
import { checkBody } from '@percept/core';
import type { Class } from '@percept/sdk';

/** Checks a small JSON body against its class: the same rules and sentences as the input of a capability. */
export class ValidatedBody<T extends object> implements PipeTransform<unknown, T> {
  constructor(private readonly bodyClass: Class<T>) {}

  transform(value: unknown): T {
    return checkBody(this.bodyClass, value);
  }
}

/** Checks a query string: numbers and booleans are read from its texts by the class. */
export class ValidatedQuery<T extends object> implements PipeTransform<unknown, T> {
  constructor(private readonly queryClass: Class<T>) {}

  transform(value: unknown): T {
    return checkBody(this.queryClass, value, { fromText: true });
  }
}
