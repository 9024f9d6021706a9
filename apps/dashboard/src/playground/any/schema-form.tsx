import { Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useModels } from '../../models/queries';
import { PlainNumberField } from '../../parts/fields/number-field';
import { Coded } from '../../parts/text/coded';
import type { FormValues } from './form-values';
import type { FormParameter } from './parameters';

interface SchemaFormProps {
  parameters: readonly FormParameter[];
  values: FormValues;
  /** Tasks of the models that the capability may use. */
  tasks: readonly string[];
  onChange: (values: FormValues) => void;
  /** The mistake in a field, if there is one. */
  wrongWith: (name: string) => string | undefined;
}

/** A form field for each parameter, based on its schema. */
export function SchemaForm({ parameters, values, tasks, onChange, wrongWith }: SchemaFormProps) {
  return (
    <Stack gap="sm">
      {parameters.map((parameter) => (
        <Field
          key={parameter.name}
          of={parameter}
          tasks={tasks}
          value={values[parameter.name]}
          onChange={(value) => onChange({ ...values, [parameter.name]: value })}
          error={wrongWith(parameter.name)}
        />
      ))}
    </Stack>
  );
}

interface FieldProps {
  of: FormParameter;
  tasks: readonly string[];
  value: FormValues[string];
  onChange: (value: FormValues[string]) => void;
  error?: string;
}

function Field({ of: { name, schema, control, required }, tasks, value, onChange, error }: FieldProps) {
  const placeholder = schema.default === undefined ? undefined : JSON.stringify(schema.default);
  const description = schema.description && <Coded text={schema.description} />;
  const common = { label: name, description, error, withAsterisk: required };
  const text = typeof value === 'string' ? value : '';
  const take = (event: { target: { value: string } }) => onChange(event.target.value);
  if (control === 'check')
    return (
      <Checkbox
        label={name}
        description={description}
        error={error}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  if (control === 'number')
    return (
      <PlainNumberField
        {...common}
        placeholder={placeholder}
        min={schema.minimum}
        max={schema.maximum}
        step="any"
        value={text}
        onChange={onChange}
      />
    );
  if (control === 'choices')
    return (
      <Checkbox.Group
        label={name}
        description={description}
        error={error}
        value={Array.isArray(value) ? value : []}
        onChange={onChange}
      >
        <Group gap="md" mt={4}>
          {schema.items!.enum!.map((each) => (
            <Checkbox key={each} value={each} label={each} />
          ))}
        </Group>
      </Checkbox.Group>
    );
  if (control === 'choice')
    return (
      <NativeSelect {...common} value={text} onChange={take}>
        <option value="">{placeholder ? `The default, ${placeholder}` : 'None'}</option>
        {schema.enum!.map((each) => (
          <option key={each}>{each}</option>
        ))}
      </NativeSelect>
    );
  if (control === 'text' || control === 'json')
    return (
      <Textarea
        {...common}
        autosize
        minRows={3}
        maxRows={14}
        ff={control === 'json' ? 'monospace' : undefined}
        value={text}
        onChange={take}
      />
    );
  if (name === 'model' || name.endsWith('_model')) return <ModelField {...common} tasks={tasks} value={text} onChange={take} />;
  return (
    <TextInput
      {...common}
      placeholder={control === 'words' ? 'Several, separated by commas' : placeholder}
      value={text}
      onChange={take}
    />
  );
}

interface ModelFieldProps {
  tasks: readonly string[];
  label: string;
  description?: ReactNode;
  error?: string;
  value: string;
  onChange: (event: { target: { value: string } }) => void;
}

function ModelField({ tasks, ...props }: ModelFieldProps) {
  const { data: models } = useModels();
  return (
    <NativeSelect {...props}>
      <option value="">The default</option>
      {models
        ?.filter(({ state, task }) => state === 'ready' && tasks.includes(task ?? ''))
        .map(({ name, task, licence }) => (
          <option key={name} value={name}>
            {[name, task, licence].filter(Boolean).join(' · ')}
          </option>
        ))}
    </NativeSelect>
  );
}
