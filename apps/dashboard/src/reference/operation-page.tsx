import { Accordion, Grid, Group, Stack, Tabs, Text, Title } from '@mantine/core';
import { writePrograms } from '../api/programs';
import { Copyable } from '../parts/copyable';
import { InlineMarkdown, Prose } from '../parts/text/prose';
import { toOperationName, type ApiDocument, type Media, type DescribedOperation, type Response } from './document';
import { makeExample } from './example';
import { listFields, describeType, type Field } from './fields';
import { MethodBadge } from './menu';
import { TryIt } from './try-it';

const KINDS: Record<string, string> = { 'application/json': 'JSON', 'multipart/form-data': 'Form with a file' };

export function OperationPage({ of, document }: { of: DescribedOperation; document: ApiDocument }) {
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Title order={2}>{toOperationName(of.id)}</Title>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <MethodBadge>{of.method}</MethodBadge>
          <Text ff="monospace" size="sm" className="anywhere">
            {of.path}
          </Text>
        </Group>
        {of.summary && <Prose>{of.summary}</Prose>}
        {of.description && <Prose>{of.description}</Prose>}
      </Stack>
      <Grid>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack gap="lg">
            <Parameters of={of} document={document} />
            {Object.entries(of.bodies).map(([kind, media]) => (
              <Body key={kind} title={`Body: ${KINDS[kind] ?? kind}`} media={media} document={document} />
            ))}
            <Answers of={of} document={document} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 6 }}>
          <Stack gap="lg">
            <Programs of={of} document={document} />
            <TryIt key={of.id} of={of} document={document} />
          </Stack>
        </Grid.Col>
      </Grid>
    </Stack>
  );
}

function Parameters({ of: { parameters }, document }: { of: DescribedOperation; document: ApiDocument }) {
  if (parameters.length === 0) return null;
  const fields = parameters.flatMap(({ name, in: place, required = false, description, schema = {} }) => {
    const [field] = listFields(document, { properties: { [name]: schema }, required: required ? [name] : [] });
    return field ? [{ ...field, about: description, type: `${field.type}, in the ${place}` }] : [];
  });
  return (
    <Stack gap="xs">
      <Title order={3}>Parameters</Title>
      <FieldList fields={fields} label="Parameters" />
    </Stack>
  );
}

function Body({ title, media, document }: { title: string; media: Media; document: ApiDocument }) {
  const fields = listFields(document, media.schema ?? {});
  return (
    <Stack gap="xs">
      <Title order={3}>{title}</Title>
      {fields.length === 0 && <Text size="sm">{describeType(document, media.schema ?? {})}</Text>}
      <FieldList fields={fields} label={title} />
    </Stack>
  );
}

function Answers({ of: { responses }, document }: { of: DescribedOperation; document: ApiDocument }) {
  return (
    <Stack gap="xs">
      <Title order={3}>Answers</Title>
      <Accordion variant="separated" order={4} defaultValue={responses[0]?.[0]}>
        {responses.map(([status, response]) => (
          <Accordion.Item key={status} value={status}>
            <Accordion.Control>
              <Text size="sm">
                <b>{status === 'default' ? '4xx, 5xx' : status}</b>{' '}
                <InlineMarkdown>{briefly(response.description)}</InlineMarkdown>
              </Text>
            </Accordion.Control>
            <Accordion.Panel>
              <Answer of={response} label={`Answer ${status}`} document={document} />
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function Answer({ of: { description, content = {} }, label, document }: { of: Response; label: string; document: ApiDocument }) {
  const [kind, media] = Object.entries(content)[0] ?? [];
  const example = media && makeExample(document, media);
  return (
    <Stack gap="xs">
      {description.includes('\n') && <Prose>{description}</Prose>}
      {kind && kind !== 'application/json' && <Text size="sm">{kind}</Text>}
      {media?.schema && <FieldList fields={listFields(document, media.schema)} label={label} />}
      {example !== undefined && typeof example === 'object' && (
        <Copyable text={JSON.stringify(example, null, 2)} label="Copy the example" maxHeight={320} />
      )}
    </Stack>
  );
}

function Programs({ of: { method, path, bodies }, document }: { of: DescribedOperation; document: ApiDocument }) {
  const media = bodies['application/json'];
  const json = media && makeExample(document, media);
  const programs = Object.entries(writePrograms({ method, address: window.location.origin + path, json }));
  return (
    <Stack gap="xs">
      <Title order={3}>Call it</Title>
      <Tabs defaultValue="curl" keepMounted={false}>
        <Tabs.List mb="xs">
          {programs.map(([language]) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {programs.map(([language, text]) => (
          <Tabs.Panel key={language} value={language}>
            <Copyable text={text} label={`Copy ${language}`} maxHeight={360} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

/** The description of an error, or the number of errors if there are several. */
function briefly(description: string): string {
  const lines = description.split('\n\n');
  return lines.length > 1 ? `${lines.length} kinds of errors` : description;
}

/** Fields with their types. Nested fields can be opened below them. */
function FieldList({ fields, label }: { fields: readonly Field[]; label: string }) {
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
              {field.about && <InlineMarkdown>{field.about}</InlineMarkdown>}
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
