import { Badge, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useState, type FormEvent } from 'react';
import { Failure } from '../../parts/failure';
import { typedValue, type FieldsAnswer, type FoundField } from './document-answers';

interface FieldListProps {
  answer: FieldsAnswer;
  onPoint: (name: string | undefined) => void;
  onCorrect: (correction: { path: string; value: unknown }) => Promise<unknown>;
}

const READ_AS: Readonly<Record<string, string>> = {
  invoice: 'an invoice',
  receipt: 'a receipt',
  other: 'neither a receipt nor an invoice',
};

/** The fields of a receipt or invoice. Each is highlighted on its page and can be corrected in place. */
export function FieldList({ answer, onPoint, onCorrect }: FieldListProps) {
  const { fields, items, corrections = [] } = answer;
  const was = (path: string) => corrections.find((each) => each.path === path);
  // Uses the recognised value, not the correction, so that a field keeps its place while it is edited.
  const wasFound = (name: string) => (was(`fields.${name}.value`) ?? { was: fields[name]?.value ?? null }).was !== null;
  const foundFirst = Object.entries(fields).toSorted(([one], [other]) => Number(wasFound(other)) - Number(wasFound(one)));
  return (
    <Stack gap="xs">
      <Text size="sm">Read as {READ_AS[answer.type]}. Point at a field to see where it stands.</Text>
      <ul className="document-fields" aria-label="Fields">
        {foundFirst.map(([name, field]) => (
          <li key={name} onPointerEnter={() => onPoint(name)} onPointerLeave={() => onPoint(undefined)}>
            <Field
              name={name}
              field={field}
              was={was(`fields.${name}.value`)?.was}
              isCorrected={was(`fields.${name}.value`) !== undefined}
              onPoint={onPoint}
              onSave={(value) => onCorrect({ path: `fields.${name}.value`, value })}
            />
          </li>
        ))}
      </ul>
      {items.length > 0 && (
        <ul className="document-fields" aria-label="Items">
          {items.map(({ text, quantity, amount }, index) => (
            <li key={index} onPointerEnter={() => onPoint(`items[${index}]`)} onPointerLeave={() => onPoint(undefined)}>
              <Text size="sm">
                {quantity ? `${quantity.value} × ` : ''}
                {text.value}: {amount.value}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  );
}

const LABELS: Readonly<Record<string, string>> = { iban: 'IBAN', vat_id: 'VAT ID' };

interface FieldProps {
  name: string;
  field: FoundField | null;
  was: unknown;
  isCorrected: boolean;
  onPoint: (name: string | undefined) => void;
  onSave: (value: unknown) => Promise<unknown>;
}

function Field({ name, field, was, isCorrected, onPoint, onSave }: FieldProps) {
  const [draft, setDraft] = useState<string>();
  const [failure, setFailure] = useState<unknown>();
  const label = LABELS[name] ?? name.replaceAll('_', ' ');
  const save = async (event: FormEvent) => {
    event.preventDefault();
    try {
      await onSave(typedValue(draft ?? '', field?.value, name));
      setDraft(undefined);
      setFailure(undefined);
    } catch (error) {
      setFailure(error);
    }
  };
  if (draft !== undefined)
    return (
      <form onSubmit={(event) => void save(event)}>
        <Group gap="xs" align="flex-end">
          <TextInput label={label} value={draft} onChange={(event) => setDraft(event.target.value)} data-autofocus />
          <Button type="submit" size="sm">
            Save
          </Button>
          <Button size="sm" variant="default" onClick={() => setDraft(undefined)}>
            Cancel
          </Button>
        </Group>
        {failure !== undefined && <Failure error={failure} />}
      </form>
    );
  return (
    <Group gap="xs" justify="space-between" wrap="nowrap">
      <Text size="sm" miw={0} style={{ overflowWrap: 'anywhere' }}>
        <b>{label}</b>: {field?.value ?? 'none'}
        {isCorrected && <> (was {was === null ? 'none' : JSON.stringify(was)})</>}
      </Text>
      <Group gap="xs" wrap="nowrap">
        {field?.review && (
          <Badge variant="default" tt="none">
            check it
          </Badge>
        )}
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Correct ${label}`}
          onFocus={() => onPoint(name)}
          onBlur={() => onPoint(undefined)}
          onClick={() => setDraft(String(field?.value ?? ''))}
        >
          Correct
        </Button>
      </Group>
    </Group>
  );
}
