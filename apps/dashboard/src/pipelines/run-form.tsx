import { Button, Checkbox, Group, Modal, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { useLocation } from 'wouter';
import { Failure } from '../parts/failure';
import { PlainNumberField } from '../parts/fields/number-field';
import type { PipelineInput, Pipeline } from './answers';
import { useStart } from './queries';
import { readValues, toValues, type RunValues } from './run-values';

interface RunFormProps {
  of: Pick<Pipeline, 'name' | 'inputs'>;
  /** The inputs of an earlier run, as initial values. */
  given?: Readonly<Record<string, unknown>>;
  /** A text to try on one item, saved or not. `onStarted` receives the id of its run. */
  trial?: { source: string; onStarted: (id: string) => void };
  onClose: () => void;
}

/** Asks for the inputs and starts a run. */
export function RunForm({ of: { name, inputs }, given = {}, trial, onClose }: RunFormProps) {
  const [values, setValues] = useState<RunValues>(() => toValues(inputs, given));
  const gone = Object.keys(given).filter((each) => inputs.every((input) => input.name !== each));
  const [, navigate] = useLocation();
  const start = useStart(name);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const given = readValues(inputs, values);
    start.mutate(trial ? { inputs: given, limit: 1, source: trial.source } : { inputs: given }, {
      onSuccess: ({ id }) => {
        onClose();
        if (trial) trial.onStarted(id);
        else navigate(`/runs/${id}`);
      },
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={trial ? `Try ${name} on one item` : `Run ${name}`}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <form onSubmit={submit}>
        <Stack>
          {trial && (
            <Text size="sm">The current text, saved or not, runs for one item of each block. It really writes and sends.</Text>
          )}
          {inputs.length === 0 && !trial && <Text size="sm">This pipeline has no inputs.</Text>}
          {inputs.map((input) => (
            <Field
              key={input.name}
              of={input}
              value={values[input.name]}
              onChange={(value) => setValues({ ...values, [input.name]: value })}
            />
          ))}
          {gone.length > 0 && <Text size="sm">The pipeline no longer has the input {gone.join(', ')}. It is left out.</Text>}
          {start.isError && <Failure error={start.error} />}
          <Group justify="flex-end">
            <Button type="submit" loading={start.isPending}>
              {trial ? 'Try it' : 'Start run'}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}

interface FieldProps {
  of: PipelineInput;
  value: RunValues[string] | undefined;
  onChange: (value: RunValues[string]) => void;
}

function Field({ of: { name, type, description, default: fallback, min, max, options }, value, onChange }: FieldProps) {
  const placeholder = fallback === undefined ? undefined : typeof fallback === 'string' ? fallback : JSON.stringify(fallback);
  const common = { label: name, description, required: fallback === undefined, placeholder };
  const text = typeof value === 'string' ? value : '';
  if (options)
    return (
      <NativeSelect {...common} value={text} onChange={(event) => onChange(event.target.value)}>
        <option value="">{placeholder === undefined ? 'Choose one' : `${placeholder} (default)`}</option>
        {options.map((option) => (
          <option key={JSON.stringify(option)}>{typeof option === 'string' ? option : JSON.stringify(option)}</option>
        ))}
      </NativeSelect>
    );
  if (type === 'boolean')
    return (
      <Checkbox
        label={name}
        description={description}
        checked={typeof value === 'boolean' ? value : fallback === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  if (type === 'integer' || type === 'number')
    return (
      <PlainNumberField {...common} min={min} max={max} step={type === 'integer' ? 1 : 'any'} value={text} onChange={onChange} />
    );
  const onText = (event: { target: { value: string } }) => onChange(event.target.value);
  if (type === 'string') return <TextInput {...common} value={text} onChange={onText} />;
  return <Textarea {...common} autosize minRows={2} value={text} onChange={onText} description={description ?? 'As JSON'} />;
}
