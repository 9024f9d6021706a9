import {
  Type,
  IsArray,
  IsInt,
  IsNumber,
  IsObject,
  IsOptional,
  IsString,
  Max,
  Min,
  ValidateNested,
  JSONSchema,
} from '@percept/sdk/decorators';

export class VideoInfo {
  @JSONSchema({ description: 'Seconds.' }) @IsNumber() @Min(0) duration!: number;
  @JSONSchema({ description: 'Frames per second, on average.' }) @IsNumber() @Min(0) fps!: number;
  @JSONSchema({ description: '`<width>x<height>` of the upright clip in pixels.' }) @IsString() resolution!: string;
  @JSONSchema({ description: 'Frames that are shown.' }) @IsInt() @Min(0) total_frames!: number;
}

/** What a moment of the video shows. */
export class TimelineEntry {
  @JSONSchema({ description: 'Seconds from the start at which the frame is shown.' }) @IsNumber() @Min(0) timestamp!: number;

  @JSONSchema({ description: 'Kinds of object, those of the COCO list; only where objects were asked for.' })
  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  objects?: string[];

  @JSONSchema({ description: 'What is done, and `camera_moving` or `no_motion`; only where activities were asked for.' })
  @IsArray()
  @IsString({ each: true })
  @IsOptional()
  activities?: string[];

  @JSONSchema({ description: 'The scene of the shot; absent where it cannot be told, or scenes were not asked for.' })
  @IsString()
  @IsOptional()
  scene?: string;

  @JSONSchema({ description: 'Mean confidence of what the entry reports; 0 where it reports nothing.' })
  @IsNumber()
  @Min(0)
  @Max(1)
  confidence!: number;
}

/** A piece of the video between two cuts. */
export class SceneSpan {
  @JSONSchema({ description: 'Seconds.' }) @IsNumber() @Min(0) start!: number;
  @JSONSchema({ description: 'Seconds.' }) @IsNumber() @Min(0) end!: number;
  @JSONSchema({ description: 'Kind of scene; `unknown` where it cannot be told.' }) @IsString() scene!: string;
  @JSONSchema({ description: 'Of the kind of scene; 0 where it is unknown.' }) @IsNumber() @Min(0) @Max(1) confidence!: number;
}

export class TrackedBox {
  @JSONSchema({ description: 'Seconds.' }) @IsNumber() @Min(0) timestamp!: number;
  @JSONSchema({
    description: 'Whole pixels of the upright clip.',
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
  @JSONSchema({ description: 'Mean over the moments at which it was seen.' }) @IsNumber() @Min(0) @Max(1) confidence!: number;
  @JSONSchema({ description: 'Where it was seen.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => TrackedBox)
  boxes!: TrackedBox[];
}

export class VideoSummary {
  @JSONSchema({ description: 'By screen time, longest first.' }) @IsArray() @IsString({ each: true }) dominant_objects!: string[];
  @JSONSchema({ description: 'By time, longest first.' }) @IsArray() @IsString({ each: true }) main_activities!: string[];
  @JSONSchema({ description: 'The scene of most of the clip; `unknown` where none can be told.' })
  @IsString()
  scene_type!: string;
  @JSONSchema({
    description: 'Individuals of each kind of object, as far as they could be followed.',
    additionalProperties: { type: 'integer', minimum: 1 },
  })
  @IsObject()
  object_counts!: Record<string, number>;
}

export class AnalyzeVideoOutput {
  @JSONSchema({ description: 'Of the whole clip.' }) @ValidateNested() @Type(() => VideoInfo) video_info!: VideoInfo;

  @JSONSchema({ description: 'An entry for each frame that was looked at.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => TimelineEntry)
  timeline!: TimelineEntry[];

  @JSONSchema({ description: 'The shots in their order; only where scenes were asked for.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => SceneSpan)
  @IsOptional()
  scenes?: SceneSpan[];

  @JSONSchema({ description: 'The individuals, by first appearance; only where objects were asked for.' })
  @IsArray()
  @ValidateNested({ each: true })
  @Type(() => ObjectTrack)
  @IsOptional()
  tracks?: ObjectTrack[];

  @JSONSchema({ description: 'Of the whole clip; what was not asked for is empty.' })
  @ValidateNested()
  @Type(() => VideoSummary)
  summary!: VideoSummary;
}
