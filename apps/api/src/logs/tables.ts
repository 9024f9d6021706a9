import type { Tables } from '@percept/core';
import { RequestLogEntity } from './request-log.entity';
import { RequestBodies1764100000550, RequestLog1764100000170 } from './request-log.migration';

export const logTables: Tables = {
  entities: [RequestLogEntity],
  migrations: [RequestLog1764100000170, RequestBodies1764100000550],
};
