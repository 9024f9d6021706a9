import type { Shapes } from '../api/client';

export type Model = Shapes['ModelListed'];
export type CatalogueEntry = Shapes['CatalogueEntry'];
export type Pull = Shapes['PullView'];
