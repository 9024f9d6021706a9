import type { Shapes } from '../api/client';

export type Model = Shapes['ModelSummaryResponse'];
export type CatalogueModelResponse = Shapes['CatalogueModelResponse'];
export type Pull = Shapes['PullResponse'];
