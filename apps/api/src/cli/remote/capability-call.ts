import { isUploadId } from '@percept/core';
import { toJson } from '@percept/sdk';
import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { AcceptedAnalysisResponse, AnalysisResponse } from '../../inference/analyses/analysis-responses';
import type { CapabilityResponse } from '../../inference/plugins/capability-responses';
import { CommandError } from '../output/command-error';
import { openService, type ServiceClient } from '../service/client';
import type { ConnectionOptions } from '../service/connection';

const MEDIA = ['image', 'video', 'document'];
const POLL_INTERVAL_MS = 500;

/** Calls a capability of a service; files of this machine are uploaded. Waits for a long video to its end. */
export async function callService(
  capability: string,
  fields: Record<string, unknown>,
  options: ConnectionOptions,
): Promise<Record<string, unknown>> {
  const service = openService(options);
  const body = await bodyOf(fields);
  const { path } = await ofService(service, capability);
  const answer = await service.ask<Record<string, unknown>>('POST', path, { body });
  return isAccepted(answer) ? ended(service, answer.status_url) : answer;
}

/** The kind of file that a capability of a service takes. */
export async function acceptedByService(capability: string, options: ConnectionOptions): Promise<string | undefined> {
  return (await ofService(openService(options), capability)).accepts ?? undefined;
}

/** A plugin may give its capability any path. */
const ofService = (service: ServiceClient, capability: string): Promise<CapabilityResponse> =>
  service.ask<CapabilityResponse>('GET', `/v2/capabilities/${encodeURIComponent(capability)}`);

const isAccepted = (answer: object): answer is AcceptedAnalysisResponse => 'status_url' in answer && 'status' in answer;

/** The fields, or a form if a field names a file. */
async function bodyOf(fields: Record<string, unknown>): Promise<unknown> {
  const isElsewhere = (value: string): boolean => /^(https?|data):/.test(value) || isUploadId(value);
  const isFile = (name: string): boolean => MEDIA.includes(name) && !isElsewhere(String(fields[name]));
  const files = Object.keys(fields).filter(isFile);
  if (files.length === 0) return fields;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields))
    if (!files.includes(name)) form.append(name, typeof value === 'string' ? value : toJson(value));
  for (const name of files) form.append(name, await readMedia(String(fields[name])), basename(String(fields[name])));
  return form;
}

async function readMedia(path: string): Promise<Blob> {
  try {
    return await openAsBlob(path);
  } catch (error) {
    throw new CommandError(`'${path}' cannot be read: give the path of a file of this machine, or a URL.`, 2, { cause: error });
  }
}

async function ended(service: ServiceClient, path: string): Promise<Record<string, unknown>> {
  for (;;) {
    const { status, progress, result, error, id } = await service.ask<AnalysisResponse>('GET', path);
    if (result) return result;
    if (error) throw new CommandError(`The analysis ${id} ${status}: ${error.message}`, 1);
    if (!['queued', 'running'].includes(status)) throw new CommandError(`The analysis ${id} is ${status}.`, 1);
    if (progress) process.stderr.write(`${progress.percent.toFixed(0)} %\n`);
    await wait(POLL_INTERVAL_MS);
  }
}
