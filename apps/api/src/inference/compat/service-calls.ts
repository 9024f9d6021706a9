import { Inject, Injectable } from '@nestjs/common';
import { CompatCalls, type Exchange } from '@percept/compat';
import { Pipelines, PluginHost, type CallInput, type CallResult, type Share } from '@percept/core';
import { PerceptError } from '@percept/sdk';
import type { AcceptedCall, DoorFiles, SignedCredential } from '@percept/sdk/doors';
import type { FastifyRequest } from 'fastify';
import { readCallInput, formError, unpackedForm } from '../capabilities/call-input';
import { CapabilityCalls } from '../capabilities/capability-calls';
import { Analyses } from '../analyses/analyses';
import { AnalysisBilling } from '../analyses/analysis-billing';
import { longAtOnce } from '../analyses/long-at-once';
import { getBilledAccount, getCallerShare } from '../../access/auth/caller';
import { AccessCheck } from '../../request/http/access-check';
import { VERSION } from '../../platform/config/version';
import { CallMeter } from './call-meter';
import { gather, tooLarge } from '../../request/http/body/read-body';

/** The most JSON characters that the main thread parses at once. */
const MAX_RESULT_CHARACTERS = 16 * 1024 * 1024;

/** Passes calls of doors through the checks, counters and events of Percept's own routes. */
@Injectable()
export class ServiceCalls extends CompatCalls {
  readonly version = VERSION;

  @Inject(Pipelines) private readonly pipelines: Pipelines;
  @Inject(Analyses) private readonly analyses: Analyses;

  // oxlint-disable-next-line max-params -- one for each injected provider
  constructor(
    private readonly access: AccessCheck,
    private readonly calls: CapabilityCalls,
    private readonly host: PluginHost,
    private readonly meter: CallMeter,
    private readonly billing: AnalysisBilling,
  ) {
    super();
  }

  admit({ request, reply }: Exchange, credential: string | undefined | SignedCredential): Promise<void> {
    return this.access.admit(request, reply, credential);
  }

  share({ caller }: FastifyRequest): Share {
    return getCallerShare(caller!);
  }

  async file({ caller }: FastifyRequest, path: string): Promise<string> {
    if (!caller!.scopes.includes('pipelines'))
      throw new PerceptError('FORBIDDEN', `The key '${caller!.name}' lacks the scope 'pipelines', which reads files.`);
    return (await this.pipelines.files.paths(caller!.projectId)).resolve(path);
  }

  files(request: FastifyRequest): Promise<DoorFiles> {
    return formFiles(request);
  }

  form(request: FastifyRequest): Promise<CallInput> {
    return readCallInput(request);
  }

  async call(id: string, input: CallInput, exchange: Exchange): Promise<CallResult> {
    const capability = this.host.capabilities.get(id);
    if (!capability) throw PerceptError.notFound(`The capability '${id}'`);
    const call = (each: Exchange): Promise<CallResult> => this.calls.call(capability, () => input, each);
    const account = getBilledAccount(exchange.request.caller!);
    return this.meter.run(exchange, id, () =>
      capability.long
        ? this.billing.charged(account, exchange, (followed) => call({ ...exchange, ...followed }))
        : call(exchange),
    );
  }

  accept(capability: string, input: CallInput, exchange: Exchange): Promise<string> {
    const { caller, id: requestId } = exchange.request;
    this.host.check(capability, input);
    const call = { capability, input, caller: caller!, requestId, longAtOnce: longAtOnce(this.host, capability) };
    return this.meter.accept(exchange, async () => (await this.analyses.accept(call)).id);
  }

  async accepted({ caller }: FastifyRequest, id: string): Promise<AcceptedCall> {
    const row = await this.analyses.get(id, caller!.projectId);
    return row.row_counts ? { ...row, result: await this.wholeResult(row) } : row;
  }

  /** The whole result, including long lists that are stored separately: a door translates it at once. @throws PAYLOAD_TOO_LARGE. */
  private async wholeResult(row: Parameters<Analyses['stream']>[0]): Promise<Record<string, unknown>> {
    let json = '';
    for await (const part of this.analyses.stream(row)) {
      json += part as string;
      if (json.length <= MAX_RESULT_CHARACTERS) continue;
      const cure = `ask for fewer pages at once, or read /v2/analyses/${row.id}.`;
      throw new PerceptError('PAYLOAD_TOO_LARGE', `The result has more than 16 MB, too many to translate: ${cure}`);
    }
    return (JSON.parse(json) as { result: Record<string, unknown> }).result;
  }

  async infer({ model, headLength }: Parameters<CompatCalls['infer']>[0], exchange: Exchange): ReturnType<CompatCalls['infer']> {
    const { body, upload } = exchange.request;
    if (!Buffer.isBuffer(body))
      throw PerceptError.invalid('body', 'is missing: send the tensors as application/json or application/octet-stream.');
    const message = { model, body, headLength, transferable: true, lease: upload?.lease };
    return this.meter.run(exchange, 'model.infer', () => this.calls.infer(message, exchange));
  }
}

/**
 * The fields and all files of a form, in its order. Together they may take at most the memory that the body claimed before.
 * @throws PerceptError INVALID_REQUEST, PAYLOAD_TOO_LARGE.
 */
async function formFiles(request: FastifyRequest): Promise<DoorFiles> {
  const fields: Record<string, string> = {};
  const files: DoorFiles['files'] = [];
  const limit = request.server.maxMediaBytes;
  try {
    for await (const part of unpackedForm(request).parts()) {
      if (part.type === 'field') {
        fields[part.fieldname] = String(part.value);
        continue;
      }
      const bytes = await gather(part.file, { limit });
      if (part.file.truncated) throw tooLarge(limit);
      files.push({ name: part.fieldname, bytes });
    }
  } catch (error) {
    if (error instanceof PerceptError) throw error;
    const fault = error as { code?: string; message: string };
    if (fault.code === 'FST_FILES_LIMIT') throw PerceptError.invalid('image', 'has too many files: send three at most.');
    throw formError(fault);
  }
  return { fields, files };
}
