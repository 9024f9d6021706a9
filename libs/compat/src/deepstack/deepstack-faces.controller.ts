import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { type CallResult } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { BoundingBox } from '@percept/sdk/models';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompatCalls, type Exchange, type FormPictures } from '../compat-calls';
import { CompatFaces } from '../compat-faces';
import { deepstackDoor, urlencodedFields } from './deepstack-door';
import { timesOf, toPrediction, withPredictions } from './predictions';

/** DeepStack has one collection of people. */
const PEOPLE = 'people';

const route = RouteConfig({ media: true, scope: 'predict', capability: 'vision.recognize', door: deepstackDoor });

interface Face {
  confidence: number;
  bounding_box: BoundingBox;
  name: string;
  similarity?: number;
  embedding: number[];
}

interface Recognized {
  faces: Face[];
  model: { name: string; version: string };
}

/** DeepStack's paths for face recognition: forms in, `{success, …}` out. */
@Controller('v1/vision/face')
@ApiExcludeController()
export class DeepstackFacesController {
  constructor(
    private readonly calls: CompatCalls,
    private readonly faces: CompatFaces,
  ) {}

  @Post('register')
  @HttpCode(200)
  @route
  async register(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const exchange = { request, reply };
    const { fields, pictures } = await this.read(exchange);
    const label = required(fields, 'userid');
    if (pictures.length === 0) throw PerceptError.invalid('image', 'is missing: send one to three pictures of the person.');
    const measured = [];
    for (const { bytes, name } of pictures) measured.push(await this.largest(exchange, bytes, name));
    if (!(await this.hasPeople(request))) await this.faces.create(request, PEOPLE);
    const added = measured.map(({ face, model }) => ({ vector: face.embedding, model, label }));
    await this.faces.add(request, PEOPLE, added);
    return { success: true, message: 'face added', ...timesOf(measured.at(-1)!.result) };
  }

  @Post('recognize')
  @HttpCode(200)
  @route
  async recognize(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const exchange = { request, reply };
    const { fields, pictures } = await this.read(exchange);
    const least = fields.min_confidence ? { min_similarity: numberOf(fields.min_confidence) } : {};
    // Everybody is unknown until somebody is registered.
    const wanted = (await this.hasPeople(request)) ? { collection: PEOPLE, ...least } : { names: false };
    const { faces, result } = await this.measure(exchange, pictureOf(pictures), wanted);
    const found = faces.map(({ name, similarity = 0, bounding_box }) => ({
      ...toPrediction({ bounding_box, confidence: name === 'unknown' ? 0 : similarity }),
      userid: name,
    }));
    return withPredictions(found, result);
  }

  @Post('match')
  @HttpCode(200)
  @route
  async match(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const exchange = { request, reply };
    const { pictures } = await this.read(exchange);
    const [one, other] = pictures;
    if (!one || !other) throw PerceptError.invalid('image2', 'is missing: send two pictures, image1 and image2.');
    const first = await this.largest(exchange, one.bytes, one.name);
    const second = await this.largest(exchange, other.bytes, other.name);
    const cosine = first.face.embedding.reduce((sum, value, index) => sum + value * second.face.embedding[index]!, 0);
    const similarity = Number(Math.max(0, cosine).toFixed(4));
    return { success: true, similarity, ...timesOf(second.result) };
  }

  @Post('list')
  @HttpCode(200)
  @route
  async list(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    await this.read({ request, reply });
    const faces = (await this.hasPeople(request)) ? await this.faces.names(request, PEOPLE) : [];
    return { success: true, faces, code: 200 };
  }

  @Post('delete')
  @HttpCode(200)
  @route
  async delete(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const { fields } = await this.read({ request, reply });
    const label = required(fields, 'userid');
    const removed = (await this.hasPeople(request)) ? await this.faces.removePerson(request, PEOPLE, label) : 0;
    if (removed === 0) throw new PerceptError('NOT_FOUND', `Nobody is registered as '${label.slice(0, 100)}'.`);
    return { success: true, code: 200 };
  }

  /** The largest face in a picture. @throws INVALID_REQUEST. */
  private async largest(exchange: Exchange, bytes: Uint8Array, name: string) {
    const { faces, model, result } = await this.measure(exchange, bytes, { names: false, embeddings: true });
    const [face] = faces.toSorted((one, other) => areaOf(other) - areaOf(one));
    if (face) return { face, model, result };
    throw PerceptError.invalid(name, 'shows no face that is clear enough: send one from the front, in good light.');
  }

  private async measure(exchange: Exchange, bytes: Uint8Array, fields: object): Promise<Recognized & { result: CallResult }> {
    // The bytes are copied because they move to the worker.
    const media = { field: 'image', bytes: new Uint8Array(bytes) };
    const result = await this.calls.call('vision.recognize', { fields: { ...fields }, media }, exchange);
    return { ...(result.output as unknown as Recognized), result };
  }

  private async hasPeople(request: FastifyRequest): Promise<boolean> {
    return (await this.faces.list(request)).some(({ name }) => name === PEOPLE);
  }

  /** Reads the form, and admits the caller if the form contains the key. */
  private async read({ request, reply }: Exchange): Promise<FormPictures> {
    const form = request.isMultipart() ? await this.calls.pictures(request) : { fields: urlencodedFields(request), pictures: [] };
    const { api_key: key, admin_key: admin } = form.fields;
    if (!request.caller) await this.calls.admit({ request, reply }, key || admin || undefined);
    return form;
  }
}

const areaOf = ({ bounding_box: { width, height } }: Face): number => width * height;

function pictureOf([first]: FormPictures['pictures']): Uint8Array {
  if (first) return first.bytes;
  throw PerceptError.invalid('image', 'is missing: send the image as a file part of the form.');
}

function required(fields: Record<string, string>, name: string): string {
  const value = fields[name]?.trim();
  if (value) return value;
  throw PerceptError.invalid(name, 'is missing: send the name of the person.');
}

function numberOf(text: string): number {
  const value = Number(text);
  if (text.trim() !== '' && value >= 0 && value <= 1) return value;
  throw PerceptError.invalid('min_confidence', `is '${text.slice(0, 40)}'; it must be a number from 0 to 1.`);
}
