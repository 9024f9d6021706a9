import { Module } from '@nestjs/common';
import { APP_INTERCEPTOR } from '@nestjs/core';
import { Idempotency } from './idempotency';
import { IdempotencyInterceptor } from './idempotency.interceptor';

/** Executes a POST request with an `Idempotency-Key` once. */
@Module({
  providers: [Idempotency, { provide: APP_INTERCEPTOR, useClass: IdempotencyInterceptor }],
  exports: [Idempotency],
})
export class IdempotencyModule {}
