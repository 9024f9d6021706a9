import { PerceptError } from '@percept/sdk';
import type { Json } from '@percept/sdk/doors';
import type { BoundingBox } from '@percept/sdk/models';
import { AwsError } from '../aws-error';
import { invalid, numberAt, awsObject, textAt } from '../aws-input';
import type { AwsOperation } from '../aws-service';
import { fromS3, readS3Url } from '../s3-object';
import { labelFor, awsPercent, toBox, type RekognitionLabel, type RekognitionSize } from './rekognition-answers';

interface VideoOutput {
  video_info: { duration: number; fps: number; resolution: string };
  tracks: Track[];
}

interface Track {
  object: string;
  /** Seconds. */
  first: number;
  last: number;
  /** Confidence of the whole track, 0 to 1. */
  confidence: number;
  boxes: { timestamp: number; bounding_box: BoundingBox }[];
}

interface LabelAt {
  /** Milliseconds. */
  Timestamp: number;
  Label: RekognitionLabel;
}

const MIN_CONFIDENCE = 50;
/** About two frames a second, as in Rekognition. */
const FRAME_INTERVAL = 15;
const MAX_RESULTS = 1_000;
/** The id of the analysis, and the minimum confidence in percent from the start request. */
const JOB_ID = /^(ana_[0-9a-f]{32})-(\d{1,3})$/;
const SORTS = ['TIMESTAMP', 'NAME'];
const AGGREGATES = ['TIMESTAMPS', 'SEGMENTS'];

export const startLabelDetection: AwsOperation = async ({ input, objects }) => {
  const { S3Object } = awsObject(input.Video, 'Video');
  const url = readS3Url(S3Object, 'Video.S3Object');
  const least = numberAt(input.MinConfidence, 'MinConfidence', { min: 0, max: 100, assumed: MIN_CONFIDENCE });
  if (input.NotificationChannel !== undefined && input.NotificationChannel !== null)
    throw invalid('NotificationChannel', 'Percept sends nothing to SNS: ask GetLabelDetection, or set up a webhook.');
  const fields = { frame_interval: FRAME_INTERVAL, features: ['objects'] };
  const id = await fromS3(objects.acceptVideo(url, fields), 'VideoTooLargeException');
  return { JobId: `${id}-${Math.ceil(least)}` };
};

export const getLabelDetection: AwsOperation = async ({ input, accepted }) => {
  const JobId = textAt(input.JobId, 'JobId');
  const [, id, least] = JOB_ID.exec(JobId) ?? [];
  if (!id) throw unknownJob();
  const page = pageOf(input);
  const { status, result, error } = await accepted(id).catch((reason: unknown) => {
    throw reason instanceof PerceptError && reason.code === 'NOT_FOUND' ? unknownJob() : reason;
  });
  const job = { JobId, LabelModelVersion: '3.0', GetRequestMetadata: { SortBy: page.sort, AggregateBy: page.aggregate } };
  if (status === 'queued' || status === 'running') return { ...job, JobStatus: 'IN_PROGRESS' };
  if (!result) return { ...job, JobStatus: 'FAILED', StatusMessage: error?.message ?? 'It was cancelled.' };
  const { video_info, tracks } = result as unknown as VideoOutput;
  const sure = tracks.filter(({ confidence }) => confidence * 100 >= Number(least));
  const all = page.aggregate === 'SEGMENTS' ? labelsBySegment(sure) : labelsByTime(sure, sizeOf(video_info));
  const sorted = (all as Sortable[]).sort(page.sort === 'NAME' ? byName : byTime);
  const end = page.from + page.most;
  return {
    ...{ ...job, JobStatus: 'SUCCEEDED', VideoMetadata: toVideoMetadata(video_info) },
    Labels: sorted.slice(page.from, end),
    ...(end < sorted.length && { NextToken: String(end) }),
  };
};

interface Sortable {
  Timestamp: number;
  Label: { Name: string };
}
const names = (a: Sortable, b: Sortable): number => (a.Label.Name < b.Label.Name ? -1 : Number(a.Label.Name > b.Label.Name));
const byTime = (a: Sortable, b: Sortable): number => a.Timestamp - b.Timestamp || names(a, b);
const byName = (a: Sortable, b: Sortable): number => names(a, b) || a.Timestamp - b.Timestamp;

/** The requested page of the labels. @throws AwsError. */
function pageOf({ MaxResults, NextToken, SortBy, AggregateBy }: Json) {
  const token = NextToken ?? '0';
  if (typeof token !== 'string' || !/^\d{1,9}$/.test(token))
    throw new AwsError('InvalidPaginationTokenException', 'NextToken must be the one of the answer before.');
  return {
    from: Number(token),
    most: numberAt(MaxResults, 'MaxResults', { min: 1, max: MAX_RESULTS, assumed: MAX_RESULTS }),
    sort: oneOf(SortBy, 'SortBy', SORTS),
    aggregate: oneOf(AggregateBy, 'AggregateBy', AGGREGATES),
  };
}

/** The first known value is the default. */
function oneOf(value: unknown, name: string, known: readonly string[]): string {
  if (value === undefined || value === null) return known[0]!;
  if (known.includes(value as string)) return value as string;
  throw invalid(name, `must be one of ${known.join(', ')}.`);
}

function unknownJob(): AwsError {
  return new AwsError('ResourceNotFoundException', 'There is no such job.', 'NOT_FOUND');
}

/** Converts seconds to milliseconds. */
const toMs = (seconds: number): number => Math.round(seconds * 1000);

function sizeOf({ resolution }: VideoOutput['video_info']): RekognitionSize {
  const [width = 0, height = 0] = resolution.split('x').map(Number);
  return { width, height };
}

/** Describes the video, without its codec and container, which are no longer known. */
function toVideoMetadata(info: VideoOutput['video_info']): object {
  const { width, height } = sizeOf(info);
  return { DurationMillis: toMs(info.duration), FrameRate: info.fps, FrameWidth: width, FrameHeight: height };
}

/** A label for each kind of object at each moment, with an instance for each individual. */
function labelsByTime(tracks: readonly Track[], size: RekognitionSize): LabelAt[] {
  const found = new Map<string, LabelAt>();
  for (const { object, confidence, boxes } of tracks) {
    for (const { timestamp, bounding_box } of boxes) {
      const [Timestamp, Confidence] = [toMs(timestamp), awsPercent(confidence)];
      const key = `${Timestamp} ${object}`;
      const at = found.get(key) ?? { Timestamp, Label: labelFor(object) };
      found.set(key, at);
      at.Label.Confidence = Math.max(at.Label.Confidence, Confidence);
      at.Label.Instances.push({ BoundingBox: toBox(bounding_box, size), Confidence });
    }
  }
  return [...found.values()];
}

/** A label for each individual, with the time during which it is seen. */
function labelsBySegment(tracks: readonly Track[]): object[] {
  return tracks.map(({ object, first, last, confidence }) => ({
    Timestamp: toMs(first),
    StartTimestampMillis: toMs(first),
    EndTimestampMillis: toMs(last),
    DurationMillis: toMs(last) - toMs(first),
    Label: labelFor(object, awsPercent(confidence)),
  }));
}
