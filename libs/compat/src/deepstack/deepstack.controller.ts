import { All, Controller, Get, HttpCode, Param, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { ModelWatcher, type CallInput } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { BoundingBox } from '@percept/sdk/models';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompatCalls, type Exchange } from '../compat-calls';
import { deepstackDoor, urlencodedFields } from './deepstack-door';
import { timesOf, toPrediction, withPredictions } from './predictions';

/** DeepStack's default; Percept's own routes have 0.6. */
const MIN_CONFIDENCE = '0.45';
const SCENE = 'scene';

const route = (capability?: string): MethodDecorator =>
  RouteConfig({ media: true, scope: 'predict', capability, door: deepstackDoor });

interface Form {
  fields: Record<string, string>;
  media: CallInput['media'];
}

/** DeepStack's paths: forms in, `{success, …}` out. */
@Controller('v1')
@ApiExcludeController()
export class DeepstackController {
  constructor(
    private readonly calls: CompatCalls,
    private readonly models: ModelWatcher,
  ) {}

  @Post('vision/detection')
  @HttpCode(200)
  @route('vision.detect')
  async detection(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    return this.detect({ request, reply });
  }

  @Post('vision/custom/list')
  @HttpCode(200)
  @route()
  async list(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    await this.read({ request, reply });
    return { success: true, models: this.detectors(this.calls.share(request).project), code: 200 };
  }

  @Post('vision/custom/:model')
  @HttpCode(200)
  @route('vision.detect')
  async custom(
    @Param('model') model: string,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<object> {
    return this.detect({ request, reply }, model);
  }

  @Post('vision/face')
  @HttpCode(200)
  @route('vision.analyze')
  async face(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const exchange = { request, reply };
    const { fields, media } = await this.readPicture(exchange);
    const least = numberOf('min_confidence', fields.min_confidence || MIN_CONFIDENCE);
    const result = await this.calls.call('vision.analyze', { fields: { features: ['faces'] }, media }, exchange);
    const { faces } = result.output as { faces: { confidence: number; bounding_box: BoundingBox }[] };
    const found = faces.filter(({ confidence }) => confidence >= least).map((each) => toPrediction(each));
    return withPredictions(found, result);
  }

  @Post('vision/scene')
  @HttpCode(200)
  @route('vision.classify')
  async scene(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const exchange = { request, reply };
    const { media } = await this.readPicture(exchange);
    const result = await this.calls.call(
      'vision.classify',
      { fields: { confidence_threshold: 0, max_results: 100 }, media },
      exchange,
    );
    const { classifications } = result.output as { classifications: { label: string; confidence: number; category: string }[] };
    const scene = classifications.find(({ category }) => category === SCENE);
    return { success: true, label: scene?.label ?? 'unknown', confidence: scene?.confidence ?? 0, ...timesOf(result) };
  }

  @Post('text/sentiment')
  @HttpCode(200)
  @route('text.sentiment')
  async sentiment(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const exchange = { request, reply };
    const { fields } = await this.read(exchange);
    const result = await this.calls.call('text.sentiment', { fields: { text: fields.text } }, exchange);
    const { positive, negative } = (result.output as { scores: Record<'positive' | 'negative', number> }).scores;
    const sum = positive + negative;
    const probability = sum > 0 ? positive / sum : 0.5;
    return { success: true, is_positive: probability > 0.5, positive_probability: probability, ...timesOf(result) };
  }

  @Get('server/status/ping')
  @RouteConfig({ open: true, door: deepstackDoor })
  ping(): object {
    return { success: true, message: 'Percept answers.', code: 200 };
  }

  /** Operations of DeepStack that Percept does not have. */
  @All('vision/*')
  @route()
  unknown(@Req() { url }: FastifyRequest): never {
    const path = url.split('?')[0];
    throw new PerceptError('NOT_FOUND', `Percept does not answer ${path}; docs/compat/deepstack.md lists what answers.`);
  }

  private async detect(exchange: Exchange, model?: string): Promise<object> {
    const { fields, media } = await this.readPicture(exchange);
    const wanted = { min_confidence: fields.min_confidence || MIN_CONFIDENCE, ...(model !== undefined && { model }) };
    const result = await this.calls.call('vision.detect', { fields: wanted, fromText: true, media }, exchange);
    const { detections } = result.output as { detections: { object: string; confidence: number; bounding_box: BoundingBox }[] };
    return withPredictions(
      detections.map((each) => toPrediction(each, each.object)),
      result,
    );
  }

  private async readPicture(exchange: Exchange): Promise<Form> {
    const form = await this.read(exchange);
    if (!form.media) throw PerceptError.invalid('image', 'is missing: send the image as a file part of the form.');
    return form;
  }

  /** Reads the form, and admits the caller if the form contains the key. */
  private async read({ request, reply }: Exchange): Promise<Form> {
    const { fields = {}, media } = request.isMultipart() ? await this.calls.form(request) : { fields: urlencodedFields(request) };
    const texts = fields as Record<string, string>;
    if (!request.caller) await this.calls.admit({ request, reply }, texts.api_key || undefined);
    return { fields: texts, media };
  }

  private detectors(project: string): string[] {
    const { models } = this.models.of(project);
    return models.filter(({ manifest }) => manifest.task === 'object-detection').map(({ name }) => name);
  }
}

function numberOf(name: string, text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw PerceptError.invalid(name, `is '${text.slice(0, 40)}'; it must be a number from 0 to 1.`);
}
