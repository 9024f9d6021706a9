import { Module } from '@nestjs/common';
import { ApiKeys } from './api-keys';

@Module({ providers: [ApiKeys], exports: [ApiKeys] })
export class AccessModule {}
