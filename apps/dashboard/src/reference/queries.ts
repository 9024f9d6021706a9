import { useMutation, useQuery } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ask } from '../api/client';
import { addressWith, type ApiDocument, type DescribedOperation } from './document';

export const useDocument = () =>
  useQuery({ queryKey: ['openapi'], queryFn: () => ask<ApiDocument>('GET', '/openapi.json'), staleTime: Infinity });

const onHash = (draw: () => void): (() => void) => {
  window.addEventListener('hashchange', draw);
  return () => window.removeEventListener('hashchange', draw);
};

/** The part of the address after `#`. */
export const useHash = (): string => useSyncExternalStore(onHash, () => window.location.hash);

/** The values entered into an operation's form. */
export interface Filled {
  parameters: Record<string, string>;
  key: string;
  json?: string;
  file?: { part: string; content: File };
}

export interface Answered {
  status: number;
  ms: number;
  text: string;
}

const MAX_SHOWN = 200_000;

async function send(operation: DescribedOperation, { parameters, key, json, file }: Filled): Promise<Answered> {
  const headers = new Headers(key ? { authorization: `Bearer ${key}` } : {});
  for (const { name, in: place } of operation.parameters)
    if (place === 'header' && parameters[name]) headers.set(name, parameters[name]);
  const body = bodyOf(json, file);
  if (typeof body === 'string') headers.set('content-type', 'application/json');
  const startedAt = performance.now();
  const response = await fetch(addressWith(operation, parameters), { method: operation.method, headers, body });
  const text = await response.text();
  return { status: response.status, ms: Math.round(performance.now() - startedAt), text: readable(text) };
}

function bodyOf(json: string | undefined, file: Filled['file']): FormData | string | undefined {
  if (!file) return json;
  const form = new FormData();
  // The file comes last in the form.
  for (const [name, value] of Object.entries(json ? (JSON.parse(json) as Record<string, unknown>) : {}))
    for (const each of [value].flat()) form.append(name, typeof each === 'string' ? each : JSON.stringify(each));
  form.append(file.part, file.content);
  return form;
}

function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2).slice(0, MAX_SHOWN);
  } catch {
    return text.slice(0, MAX_SHOWN);
  }
}

export const useSend = (operation: DescribedOperation) =>
  useMutation({ mutationFn: (filled: Filled) => send(operation, filled) });
