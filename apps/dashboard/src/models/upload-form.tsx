import { Button, FileInput, Group, Progress, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useMemo, useState } from 'react';
import { ApiError, api, ask, wrongWith, type ErrorBody } from '../api/client';
import type { CompletionSchema } from '../editor/schema-walk';
import { Boundary } from '../parts/boundary';
import { Failure } from '../parts/failure';
import { Mistakes } from '../editor/mistakes';
import { told } from '../parts/told';
import { megabytes } from './megabytes';
import type { Model } from './model';

const YamlEditor = lazy(() => import('../editor/yaml-editor').then((module) => ({ default: module.YamlEditor })));

const TYPING_MS = 400;
const MAX_BYTES = 50 * 1024 * 1024;
const TEMPLATE = `task: image-classification
version: '1'
file: net.onnx
source: where the weights come from
licence: Apache-2.0
input: { size: 224, resize: stretch, layout: NCHW, type: float32 }
output: { decoder: logits }
labels: [cat, dog]
`;

/** The mistakes in the text. None while it is being checked. */
function useManifestFindings(manifest: string) {
  return useQuery({
    queryKey: ['manifest', manifest],
    queryFn: async () => {
      try {
        await api.POST('/v2/models/{name}/validate', { params: { path: { name: 'new' } }, body: { manifest } });
        return [];
      } catch (error) {
        if (error instanceof ApiError && error.findings.length > 0) return error.findings;
        throw error;
      }
    },
    staleTime: Infinity,
  });
}

const useManifestSchema = () =>
  useQuery({
    queryKey: ['model-schema'],
    queryFn: () => ask<CompletionSchema>('GET', '/schemas/model.json'),
    staleTime: Infinity,
  });

interface Upload {
  name: string;
  file: File;
  manifest: string;
}

function useUpload(onSent: (part: number) => void, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ name, file, manifest }: Upload) => {
      const form = new FormData();
      form.set('manifest', manifest);
      form.set('file', file);
      onSent(0);
      return putForm<Model>(`/v2/models/${encodeURIComponent(name)}`, form, onSent);
    },
    onSuccess: ({ name }) => {
      void told(`${name} is ready: name it as “model”, or make it the default.`);
      void client.invalidateQueries({ queryKey: ['models'] });
      onDone();
    },
  });
}

function Sending({ part }: { part: number }) {
  return (
    <Stack gap={4}>
      <Progress value={part * 100} aria-label="Sent" />
      <Text size="xs" role="status">
        {part < 1 ? `${Math.round(part * 100)} % uploaded` : 'Uploaded. Percept tests it before it is used …'}
      </Text>
    </Stack>
  );
}

/** Uploads an ONNX file with its model.yaml, which is checked line by line during typing. */
export function UploadForm({ onDone }: { onDone: () => void }) {
  const [name, setName] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [manifest, setManifest] = useState(TEMPLATE);
  const [sent, setSent] = useState(0);
  const [settled] = useDebouncedValue(manifest, TYPING_MS);
  const { data: found, error: unchecked } = useManifestFindings(settled);
  const { data: schema } = useManifestSchema();
  const marks = useMemo(() => (found ?? []).map(({ message, ...place }) => ({ ...place, reason: message })), [found]);
  const upload = useUpload(setSent, onDone);
  const tooLarge = file && file.size > MAX_BYTES ? `It has ${megabytes(file.size)}: choose one of at most 50 MB.` : undefined;
  const wrong = (field: string) => wrongWith(upload.error, field);
  const isBeside = wrong('name') ?? wrong('file');
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        <TextInput
          label="Name"
          description="Lowercase letters, digits, dots and dashes."
          value={name}
          onChange={(event) => setName(event.target.value.trim())}
          error={wrong('name')}
        />
        <FileInput
          label="ONNX file"
          description="At most 50 MB."
          placeholder="Choose a file"
          accept=".onnx"
          value={file}
          onChange={setFile}
          error={tooLarge ?? wrong('file')}
          clearable
          clearButtonProps={{ 'aria-label': 'Remove the file' }}
        />
      </SimpleGrid>
      <div>
        <Text size="sm" fw={600} mb={4}>
          model.yaml
        </Text>
        <Boundary reloads>
          <Suspense>
            <YamlEditor label="model.yaml" value={manifest} onChange={setManifest} findings={marks} schema={schema} />
          </Suspense>
        </Boundary>
      </div>
      <Mistakes of={found ?? []} />
      {(unchecked ?? (!isBeside && upload.error)) && <Failure error={unchecked ?? upload.error} />}
      {upload.isPending && <Sending part={sent} />}
      <Group>
        <Button
          onClick={() => upload.mutate({ name, file: file!, manifest })}
          loading={upload.isPending}
          disabled={!name || !file || Boolean(tooLarge) || found?.length !== 0 || settled !== manifest}
        >
          Upload
        </Button>
        <Text size="sm" role="status">
          {found && found.length > 0
            ? 'Fix the mistakes to upload.'
            : !name || !file
              ? 'A name and an ONNX file are missing.'
              : 'Percept tests it first, and refuses a model that it cannot use.'}
        </Text>
      </Group>
    </Stack>
  );
}

/** Sends a form and reports the sent share from 0 to 1, which `fetch` cannot. @throws ApiError; TypeError without a connection */
function putForm<T>(path: string, form: FormData, onProgress: (part: number) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', path);
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      if (request.status < 300) resolve(request.response as T);
      else reject(new ApiError(request.status, (request.response ?? {}) as ErrorBody));
    };
    request.onerror = () => reject(new TypeError('The connection was closed.'));
    request.send(form);
  });
}
