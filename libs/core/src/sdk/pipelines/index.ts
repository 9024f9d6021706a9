// `@percept/sdk/pipelines`: what a plugin needs to bring item sources, outputs, operations and triggers.
import type { Operation } from '../../pipelines/operations';
import type { Keywords } from '../../pipelines/syntax';
import type { OutputFormat } from '../../pipelines/outputs';
import type { ItemSource } from '../../pipelines/sources';
export { isS3Url, parseObjectUrl, toS3Url, type ListedObject, type S3Location } from '../../durable/object-storage';
export { hideUserInfo, JsonTooDeep, parseDateTime, parseDuration, parseJsonInTurns, takeUserInfo } from '../../kernel';
export { outboundFailure, USER_AGENT, type ConnectionFailure } from '../../kernel/net';
export type { CollectedMatch, CollectionQuery } from '../../inference/declaration';
import type { TriggerSource } from '../../pipelines/trigger-sources';

export {
  boolean,
  duration,
  evaluateTemplate,
  globMatcher,
  integer,
  map,
  objectSchema,
  oneOf,
  readKeywords,
  required,
  RowsRef,
  text,
  value,
  type Keyword,
  type Keywords,
} from '../../pipelines/syntax';
export { NearestRequest } from '../../pipelines/operations';
export type {
  CollectedEntry,
  KeepValue,
  Operation,
  OperationContext,
  OperationResult,
  ProjectCollections,
} from '../../pipelines/operations';
export type { OutputFormat, OutputSettings, RowPages } from '../../pipelines/outputs';
export type { FoundItem, ItemSource, ListContext, SourceSettings } from '../../pipelines/sources';
export {
  readHookBody,
  TICK_KEYWORDS,
  toTickRules,
  type HookContext,
  type HookReceipt,
  type HookRequest,
  type StartedTrigger,
  type TickRules,
  type Times,
  type TriggerContext,
  type TriggerEvent,
  type TriggerSource,
} from '../../pipelines/trigger-sources';

/** Declares where the items of `for_each` come from. TypeScript infers the options from their keywords. */
export function defineItemSource<Options extends Keywords>(source: ItemSource<Options>): ItemSource {
  return source;
}

/** Declares a kind of file that a pipeline writes. */
export function defineOutputFormat(format: OutputFormat): OutputFormat {
  return format;
}

/** Declares a step with effects. TypeScript infers the types of `run` from the input and output classes. */
export function defineOperation<I extends object, O extends object>(operation: Operation<I, O>): Operation {
  return operation;
}

/** Declares a kind of trigger. TypeScript infers the values of `parse` from the keywords, and the settings from its result. */
export function defineTriggerSource<Own extends Keywords, Settings extends object, Definition>(
  trigger: TriggerSource<Own, Settings, Definition>,
): TriggerSource {
  return trigger as unknown as TriggerSource;
}
