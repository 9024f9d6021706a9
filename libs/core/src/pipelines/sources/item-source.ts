import type { BucketAccess } from '../../durable/object-storage';
import type { EvaluationContext } from '../../expressions';
import type { AllowedPaths, ErrorCode } from '../../kernel';
import type { Entry, Keyword, Keywords, RowsRef, Template, ValueSchema, ValuesOf } from '../syntax';
import type { RowPages } from '../outputs';

/** An item that a source found. */
export interface FoundItem {
  /** Items are ordered by it; unique within the source. */
  sort: string;
  /** Names the item unless the pipeline gives a `key`. */
  key: string;
  /** What expressions see of it. */
  item: unknown;
  /** Why the item cannot be used: it fails alone. */
  refused?: { code: ErrorCode; reason: string };
}

/** What a source lists its items with. */
export interface ListContext {
  scope: EvaluationContext;
  /** The files that the run may read. */
  paths: AllowedPaths;
  /** The objects that the run may read. */
  objects: BucketAccess;
  /** The rows of earlier steps. */
  rows: {
    /** The rows that an earlier step wrote, page by page. */
    pages(ref: RowsRef): RowPages;
  };
}

/** The value of the source's keyword and its options, as the pipeline gives them. */
export interface SourceSettings<Options extends Keywords = Keywords> {
  value: Template;
  options: ValuesOf<Options>;
}

/** Where the items of a `for_each` block come from. A plugin brings it in `sources`. */
export interface ItemSource<Options extends Keywords = Keywords> {
  /** The word in `for_each` that selects it. */
  readonly name: string;
  /** What its keyword takes. */
  readonly keyword: Keyword<Entry>;
  /** Further keywords of `for_each` that only this source takes. */
  readonly options: Options;
  /** What expressions may know of an item. */
  readonly item: ValueSchema;
  /** What an item is, and its key when the pipeline gives none, for the documentation. */
  readonly documentation: { items: string; key: string };
  /** Why a value that is known before the run cannot be right, as "must be …"; undefined if it can. */
  validate?(value: unknown): string | undefined;
  /** Checks what the source reads before the run is accepted. @throws PerceptError INVALID_REQUEST, NOT_FOUND, FORBIDDEN. */
  check?(settings: SourceSettings<Options>, context: Omit<ListContext, 'rows'>): Promise<void>;
  /** Streams the items. @throws PerceptError, ExpressionError, or the system's error for a file that cannot be read. */
  list(settings: SourceSettings<Options>, context: ListContext): AsyncIterable<FoundItem>;
}

/** A text for a number, such that texts sort like their numbers. */
export const sortByNumber = (number: number): string => String(number).padStart(9, '0');

export const invalidRecord = (reason: string): FoundItem['refused'] => ({ code: 'INVALID_REQUEST', reason });
