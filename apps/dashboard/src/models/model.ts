import type { Shapes } from '../api/client';

export type Model = Shapes['ModelSummaryResponse'];
export type ListedModel = Shapes['CatalogueModelResponse'];
export type Pull = Shapes['PullResponse'];
