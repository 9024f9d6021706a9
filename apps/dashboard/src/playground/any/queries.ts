import { useMutation, useQuery } from '@tanstack/react-query';
import { answered, api, ask, postForm, type Shapes } from '../../api/client';
import { toRequestBody, type FormValues } from './form-values';
import type { ParameterSchema } from './parameters';

/** A capability, with the part of its schema that the form reads. */
export type Capability = Omit<Shapes['CapabilityResponse'], 'input'> & {
  input: { properties?: Record<string, ParameterSchema>; required?: string[] };
};

export const useCapabilities = () =>
  useQuery({
    queryKey: ['capabilities'],
    queryFn: async () => (await answered(api.GET('/v2/capabilities'))).capabilities,
    staleTime: 60_000,
  });

export const useCapability = (id: string) =>
  useQuery({
    queryKey: ['capability', id],
    queryFn: () => answered(api.GET('/v2/capabilities/{id}', { params: { path: { id } } })) as unknown as Promise<Capability>,
    staleTime: 60_000,
  });

export interface Question {
  capability: Capability;
  values: FormValues;
  file?: File;
}

type CapabilityAnswer = Record<string, unknown>;

/** An answered call. */
export interface Try extends Question {
  answer: CapabilityAnswer;
  at: string;
}

async function call({ capability, values, file }: Question): Promise<CapabilityAnswer> {
  const body = toRequestBody(capability, values);
  if (!file) return ask<CapabilityAnswer>('POST', capability.path, body);
  const form = new FormData();
  for (const [name, value] of Object.entries(body))
    for (const each of [value].flat()) form.append(name, typeof each === 'string' ? each : JSON.stringify(each));
  form.append(capability.accepts!, file);
  return postForm<CapabilityAnswer>(capability.path, form);
}

export const useCall = (onAnswer: (answered: Try) => void) =>
  useMutation({
    mutationFn: async (question: Question) =>
      onAnswer({ ...question, answer: await call(question), at: new Date().toISOString() }),
  });
