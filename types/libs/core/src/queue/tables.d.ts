import type { Tables } from '../store';
export declare const queueTables: Tables;
