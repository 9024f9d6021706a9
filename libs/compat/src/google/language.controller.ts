import { Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import { ApiExcludeController } from '@nestjs/swagger';
import { PerceptError } from '@percept/sdk';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CompatCalls, type Exchange } from '../compat-calls';
import { googleDoor, googleError } from './google-door';
import { objectAt, readJson } from './google-json';
import { toEntities, toSentiment, type FoundEntity, type SentimentOutput } from './language-answers';
import { readDocument, type TextDocument } from './language-request';

const ROUTE = { media: true, scope: 'predict', door: googleDoor };
const paths = (method: string): string[] => ['v1', 'v2'].map((version) => `${version}/documents::${method}`);
const REFUSED = ['analyzeSyntax', 'analyzeEntitySentiment', 'classifyText', 'moderateText'].flatMap(paths);

const versionOf = ({ url }: FastifyRequest): 'v1' | 'v2' => (url.startsWith('/v2/') ? 'v2' : 'v1');

/** Google Cloud Natural Language, v1 and v2. */
@Controller()
@ApiExcludeController()
export class GoogleLanguageController {
  constructor(private readonly calls: CompatCalls) {}

  @Post(paths('analyzeSentiment'))
  @HttpCode(200)
  @RouteConfig(ROUTE)
  async sentiment(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const document = readDocument(readJson(request));
    const { language, ...answer } = await this.readSentiment(document, { request, reply });
    return { ...answer, ...languageOf(language, request) };
  }

  @Post(paths('analyzeEntities'))
  @HttpCode(200)
  @RouteConfig(ROUTE)
  async entities(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const document = readDocument(readJson(request));
    return { entities: await this.readEntities(document, { request, reply }), ...languageOf(document.language, request) };
  }

  @Post(paths('annotateText'))
  @HttpCode(200)
  @RouteConfig(ROUTE)
  async annotate(@Req() request: FastifyRequest, @Res({ passthrough: true }) reply: FastifyReply): Promise<object> {
    const body = readJson(request);
    const document = readDocument(body);
    const { extractDocumentSentiment, extractEntities, ...others } = objectAt(body.features, 'features');
    const [refused] = Object.keys(others).filter((name) => others[name]);
    if (refused) throw PerceptError.invalid(`features.${refused}`, 'is not answered by Percept: leave it out.');
    if (!extractDocumentSentiment && !extractEntities)
      throw PerceptError.invalid('features', 'must ask for extractDocumentSentiment or extractEntities.');
    const exchange = { request, reply };
    const judged = extractDocumentSentiment ? await this.readSentiment(document, exchange) : undefined;
    const entities = extractEntities ? await this.readEntities(document, exchange) : [];
    const { language = document.language, ...sentiment } = judged ?? {};
    return { ...sentiment, entities, ...languageOf(language, request) };
  }

  @Post(REFUSED)
  @RouteConfig(ROUTE)
  refuse(@Res({ passthrough: true }) reply: FastifyReply): object {
    void reply.status(501);
    return googleError(501, 'UNIMPLEMENTED', 'Percept answers analyzeSentiment, analyzeEntities and annotateText.');
  }

  private async readSentiment(document: TextDocument, exchange: Exchange) {
    const fields = { text: document.text, detailed: true, ...(document.language && { language: document.language }) };
    const { output } = await this.calls.call('text.sentiment', { fields }, exchange);
    const found = output as unknown as SentimentOutput;
    return { ...toSentiment(found, document), language: found.language };
  }

  private async readEntities(document: TextDocument, exchange: Exchange): Promise<object[]> {
    const { output } = await this.calls.call('text.entities', { fields: { text: document.text } }, exchange);
    return toEntities((output as unknown as { entities: FoundEntity[] }).entities, document, versionOf(exchange.request));
  }
}

/** Empty if neither the caller nor a model tells the language. */
function languageOf(language: string | undefined, request: FastifyRequest): object {
  if (language === undefined) return {};
  return versionOf(request) === 'v2' ? { languageCode: language, languageSupported: true } : { language };
}
