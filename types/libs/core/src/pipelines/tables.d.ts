import type { Tables } from '../store';
export declare const pipelineTables: Tables;
