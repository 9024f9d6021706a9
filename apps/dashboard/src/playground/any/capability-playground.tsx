import { Button, Grid, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { ApiError, wrongWith } from '../../api/client';
import { Failure } from '../../parts/failure';
import { Loaded } from '../../parts/loaded';
import { Coded } from '../../parts/text/coded';
import { FieldError, fillFromExample, type FormValues } from './form-values';
import { MediaChoice } from './media-choice';
import { listParameters } from './parameters';
import { useCall, useCapabilities, useCapability, type Capability, type Try } from './queries';
import { SchemaForm } from './schema-form';
import { Tries } from './tries';

const MAX_TRIES = 8;

/** A playground for any capability, including those of plugins: its form, its answer, and the last tries. */
export default function CapabilityPlayground() {
  const [id, setId] = useState(() => new URLSearchParams(window.location.search).get('capability') ?? 'vision.detect');
  const [tries, setTries] = useState<readonly Try[]>([]);
  const capabilities = useCapabilities();
  const capability = useCapability(id);
  const choose = (next: string) => {
    setId(next);
    window.history.replaceState(null, '', `/playground?capability=${encodeURIComponent(next)}`);
  };
  return (
    <Stack>
      <Loaded query={capabilities}>
        {(all) => (
          <NativeSelect label="Capability" value={id} onChange={(event) => choose(event.target.value)} maw={640}>
            {all.map(({ id: each, summary }) => (
              <option key={each} value={each}>
                {each}: {summary}
              </option>
            ))}
          </NativeSelect>
        )}
      </Loaded>
      <Loaded query={capability}>
        {(data) => (
          <CallForm
            key={data.id}
            of={data}
            tries={tries}
            onAnswer={(tried) => setTries((before) => [tried, ...before].slice(0, MAX_TRIES))}
          />
        )}
      </Loaded>
    </Stack>
  );
}

interface CallFormProps {
  of: Capability;
  tries: readonly Try[];
  onAnswer: (tried: Try) => void;
}

function CallForm({ of: capability, tries, onAnswer }: CallFormProps) {
  const [values, setValues] = useState<FormValues>(() =>
    capability.accepts ? {} : fillFromExample(capability, (capability.examples[0] ?? {}) as Record<string, unknown>),
  );
  const [file, setFile] = useState<File>();
  const call = useCall(onAnswer);
  const urlField = capability.media_fields[1];
  const isWaiting = capability.accepts !== null && !file && !(urlField && values[urlField]);
  const parameters = listParameters(capability);
  const wrong = (name: string) =>
    call.error instanceof FieldError && call.error.field === name ? call.error.message : wrongWith(call.error, name);
  const isBeside = [...parameters.map(({ name }) => name), ...(urlField && !file ? [urlField] : [])].some((name) => wrong(name));
  return (
    <Grid>
      <Grid.Col span={{ base: 12, md: 5 }}>
        <Stack>
          {capability.description && (
            <Text size="sm">
              <Coded text={capability.description} />
            </Text>
          )}
          {capability.accepts && (
            <MediaChoice
              kind={capability.accepts}
              file={file}
              onFile={(next) => {
                setFile(next);
                call.reset();
              }}
              url={String(values[urlField ?? ''] ?? '')}
              onUrl={(url) => urlField && setValues({ ...values, [urlField]: url })}
              urlError={urlField && !file ? wrong(urlField) : undefined}
            />
          )}
          <SchemaForm
            parameters={parameters}
            values={values}
            tasks={capability.model_tasks}
            onChange={setValues}
            wrongWith={wrong}
          />
          <Group>
            <Button onClick={() => call.mutate({ capability, values, file })} loading={call.isPending} disabled={isWaiting}>
              Try it
            </Button>
          </Group>
          {call.isError && !isBeside && <Failure error={call.error} />}
          {call.error instanceof ApiError && isBeside && (
            <Text size="sm" role="alert" c="var(--grave)">
              Not accepted: see the field marked above.
            </Text>
          )}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Tries tries={tries} isPending={call.isPending} />
      </Grid.Col>
    </Grid>
  );
}
