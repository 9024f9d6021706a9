import { Stack, Text } from '@mantine/core';
import { Line } from '../parts/text/prose';
import type { Field } from './fields';

/** Fields with their types. Nested fields can be opened below them. */
export function FieldList({ fields, label }: { fields: readonly Field[]; label: string }) {
  if (fields.length === 0) return null;
  return (
    <Stack component="ul" gap="xs" className="fields" aria-label={label}>
      {fields.map((field) => (
        <li key={field.name}>
          <Text size="sm" span>
            <b className="field-name">{field.name}</b> {field.type}
            {field.isRequired && <b>, required</b>}
          </Text>
          {(field.about || field.limits) && (
            <Text size="sm">
              {field.about && <Line>{field.about}</Line>}
              {field.limits && ` (${field.limits})`}
            </Text>
          )}
          {field.fields.length > 0 && (
            <details>
              <summary>
                {field.fields.length} fields of {field.name}
              </summary>
              <FieldList fields={field.fields} label={`Fields of ${field.name}`} />
            </details>
          )}
        </li>
      ))}
    </Stack>
  );
}
