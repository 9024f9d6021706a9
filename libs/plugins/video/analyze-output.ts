import {
  IsArray,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Min,
  JSONSchema,
  IsListOf,
  IsNested,
  IsFraction,
} from '@percept/sdk/decorators';

export class VideoInfo {
  @JSONSchema({ description: 'Seconds.' }) @IsNumber() @Min(0) duration!: number;
  @JSONSchema({ description: 'Frames per second, on average.' }) @IsNumber() @Min(0) fps!: number;
  @JSONSchema({ description: '`<width>x<height>` of the upright video in pixels.' }) @IsString() resolution!: string;
  @JSONSchema({ description: 'Frames that are shown.' }) @IsInt() @Min(0) total_frames!: number;
}

/** What the video shows at one moment. */
export class TimelineEntry {
  @JSONSchema({ description: 'Seconds from the start at which the frame is shown.' }) @IsNumber() @Min(0) timestamp!: number;

  @JSONSchema({ description: 'Kinds of objects, from the 80 COCO classes; only if objects were requested.' })
  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  objects?: string[];

  @JSONSchema({ description: 'The activities, and `camera_moving` or `no_motion`; only if activities were requested.' })
  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  activities?: string[];

  @JSONSchema({ description: 'The scene of the shot; absent if it is unknown or scenes were not requested.' })
  @IsString()
  @IsOptional()
  scene?: string;

  @JSONSchema({ description: 'Mean confidence of everything in the entry; 0 if it is empty.' })
  @IsFraction()
  confidence!: number;
}

/** A part of the video between two cuts. */
class SceneSpan {
  @JSONSchema({ description: 'Seconds.' }) @IsNumber() @Min(0) start!: number;
  @JSONSchema({ description: 'Seconds.' }) @IsNumber() @Min(0) end!: number;
  @JSONSchema({ description: 'Kind of scene; `indoors` or `outdoors` if no kind is sure; or `unknown`.' })
  @IsString()
  scene!: string;
  @JSONSchema({ description: 'Confidence in the kind of scene; 0 if it is unknown.' })
  @IsFraction()
  confidence!: number;
}

class TrackedBox {
  @JSONSchema({ description: 'Seconds.' }) @IsNumber() @Min(0) timestamp!: number;
  @JSONSchema({
    description: 'Whole pixels of the upright video.',
    type: 'object',
    required: ['x', 'y', 'width', 'height'],
    properties: { x: { type: 'integer' }, y: { type: 'integer' }, width: { type: 'integer' }, height: { type: 'integer' } },
  })
  @IsObject()
  bounding_box!: { x: number; y: number; width: number; height: number };
}

/** One individual, followed through the video. */
export class ObjectTrack {
  @JSONSchema({ description: 'Counted from 1.' }) @IsInt() @Min(1) id!: number;
  @JSONSchema({ description: 'What it is.' }) @IsString() object!: string;
  @JSONSchema({ description: 'Seconds at which it is first seen.' }) @IsNumber() @Min(0) first!: number;
  @JSONSchema({ description: 'Seconds at which it is last seen.' }) @IsNumber() @Min(0) last!: number;
  @JSONSchema({ description: 'Mean confidence over all frames that show it.' }) @IsFraction() confidence!: number;
  @JSONSchema({ description: 'Where it was seen.' })
  @IsListOf(() => TrackedBox)
  boxes!: TrackedBox[];
}

export class VideoSummary {
  @JSONSchema({ description: 'By screen time, longest first.' }) @IsArray() @IsString({ each: true }) dominant_objects!: string[];
  @JSONSchema({
    description:
      'By time, longest first. `unknown` first if people are seen and mostly no activity of theirs is recognised; ' +
      '`no_motion` and `camera_moving` only if nobody does anything.',
  })
  @IsArray()
  @IsString({ each: true })
  main_activities!: string[];

  @JSONSchema({ description: 'The scene of most of the video, or `unknown`.' })
  @IsString()
  scene_type!: string;
  @JSONSchema({
    description: 'The number of individuals of each kind of object, as far as they could be tracked.',
    additionalProperties: { type: 'integer', minimum: 1 },
  })
  @IsObject()
  object_counts!: Record<string, number>;
}

export class AnalyzeVideoOutput {
  @JSONSchema({ description: 'Summary of the whole video.' }) @IsNested(() => VideoInfo) video_info!: VideoInfo;

  @JSONSchema({ description: 'One entry for each analyzed frame.' })
  @IsListOf(() => TimelineEntry)
  timeline!: TimelineEntry[];

  @JSONSchema({ description: 'The shots in order; only if scenes were requested.' })
  @IsListOf(() => SceneSpan)
  @IsOptional()
  scenes?: SceneSpan[];

  @JSONSchema({ description: 'The individuals, by first appearance; only if objects were requested.' })
  @IsListOf(() => ObjectTrack)
  @IsOptional()
  tracks?: ObjectTrack[];

  @JSONSchema({ description: 'Summary of the whole video. Parts that were not requested are empty.' })
  @IsNested(() => VideoSummary)
  summary!: VideoSummary;
}
