import type { BucketAccess } from '../../durable/object-storage';
import type { EvaluationContext } from '../../expressions';
import type { AllowedPaths, ErrorCode } from '../../kernel';
import type { YamlEntry, Keyword, Keywords, RowsRef, Template, ValueSchema, KeywordValues } from '../syntax';
import type { RowPages } from '../outputs';

/** An item that a source found. */
export interface FoundItem {
  /** The items are sorted by this text, which is unique within the source. */
  sort: string;
  /** Names the item unless the pipeline gives a `key`. */
  key: string;
  /** What expressions see of the item. */
  item: unknown;
  /** Why the item cannot be used. Only this item fails. */
  refused?: { code: ErrorCode; reason: string };
}

/** What a source needs to list its items. */
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
  options: KeywordValues<Options>;
}

/** Where the items of a `for_each` block come from. A plugin lists its sources in `sources`. */
export interface ItemSource<Options extends Keywords = Keywords> {
  /** The word in `for_each` that selects the source. */
  readonly name: string;
  /** What the source's keyword takes. */
  readonly keyword: Keyword<YamlEntry>;
  /** Further keywords of `for_each` that only this source takes. */
  readonly options: Options;
  /** What expressions may know of an item. */
  readonly item: ValueSchema;
  /** For the documentation: what an item is, and its key when the pipeline gives none. */
  readonly documentation: { items: string; key: string };
  /** Checks a value that is known before the run. Returns what it must be, as "must be …", or undefined if it is valid. */
  validate?(value: unknown): string | undefined;
  /** Checks what the source reads before the run is accepted. @throws PerceptError INVALID_REQUEST, NOT_FOUND, FORBIDDEN. */
  check?(settings: SourceSettings<Options>, context: Omit<ListContext, 'rows'>): Promise<void>;
  /** Streams the items. @throws PerceptError, ExpressionError, or the system's error for a file that cannot be read. */
  list(settings: SourceSettings<Options>, context: ListContext): AsyncIterable<FoundItem>;
}
