import { Button, Grid, Group, Stack, Tabs, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { Copyable } from '../../parts/copyable';
import { DropZone, MEDIA_HINTS } from '../../parts/fields/drop-zone';
import { Failure } from '../../parts/failure';
import { useAnalysis } from '../analysis';
import { Samples } from '../samples';
import { AnalysisProgressBar } from '../analysis-progress';
import { listFieldPlaces, type FieldsAnswer, type ReadAnswer } from './document-answers';
import { FieldList } from './field-list';
import { PageView } from './page-view';
import './document.css';

const ACCEPTED = 'application/pdf,image/*';

function formOf(file: File, more: Record<string, string> = {}): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(more)) form.append(name, value);
  form.append('document', file);
  return form;
}

/** A document: its pages, their text, and its fields as a receipt or invoice. */
export default function DocumentPlayground() {
  const [file, setFile] = useState<File>();
  const [pointedAt, setPointedAt] = useState<string>();
  const dropped = useRef(0);
  const read = useAnalysis<ReadAnswer>('/v2/documents/read');
  const fields = useAnalysis<FieldsAnswer>('/v2/documents/fields');
  const take = (document: File) => {
    dropped.current++;
    setFile(document);
    read.start(formOf(document, { level: 'line' }));
    fields.start(formOf(document));
  };
  const error = read.error ?? fields.error;
  return (
    <Stack>
      <DropZone label="Drop a document, or choose one" hint={MEDIA_HINTS.document} accept={ACCEPTED} onFile={take} />
      <Group gap="xs">
        <Samples kind="document" onFile={(sample, byItself) => (byItself && dropped.current > 0) || take(sample)} first />
      </Group>
      {error && <Failure error={error} />}
      {read.isPending && <AnalysisProgressBar of={read} unit="page" />}
      {file && !error && (
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <PageView
              key={dropped.current}
              file={file}
              id={String(dropped.current)}
              read={read.answer}
              places={fields.answer ? listFieldPlaces(fields.answer) : []}
              pointedAt={pointedAt}
            />
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            <Tabs defaultValue="fields" keepMounted={false}>
              <Tabs.List mb="xs">
                <Tabs.Tab value="fields">Fields</Tabs.Tab>
                <Tabs.Tab value="text">Text</Tabs.Tab>
                <Tabs.Tab value="pdf">Searchable PDF</Tabs.Tab>
                <Tabs.Tab value="json">JSON</Tabs.Tab>
              </Tabs.List>
              <Tabs.Panel value="fields">
                {fields.answer ? (
                  <FieldList answer={fields.answer} onPoint={setPointedAt} onCorrect={fields.correct} />
                ) : (
                  <Reading />
                )}
              </Tabs.Panel>
              <Tabs.Panel value="text">
                {read.answer ? <Copyable text={read.answer.content} label="Copy text" maxHeight={480} /> : <Reading />}
              </Tabs.Panel>
              <Tabs.Panel value="pdf">
                <Searchable key={dropped.current} file={file} />
              </Tabs.Panel>
              <Tabs.Panel value="json">
                <Copyable text={JSON.stringify(fields.answer, null, 2)} label="Copy JSON" maxHeight={480} />
              </Tabs.Panel>
            </Tabs>
          </Grid.Col>
        </Grid>
      )}
    </Stack>
  );
}

const Reading = () => <Text role="status">Reading …</Text>;

/** Downloads the document with an invisible text layer. */
function Searchable({ file }: { file: File }) {
  const making = useAnalysis<{ pdf: string; pages_read: number[] }>('/v2/documents/searchable');
  const [link, setLink] = useState<string>();
  const pdf = making.answer?.pdf;
  useEffect(() => {
    if (!pdf) return undefined;
    const bytes = Uint8Array.from(atob(pdf), (sign) => sign.codePointAt(0)!);
    const url = URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
    setLink(url);
    return () => URL.revokeObjectURL(url);
  }, [pdf]);
  return (
    <Stack gap="xs">
      <Text size="sm">Pages without text get an invisible layer of it: they can be searched and copied from. Pixels stay.</Text>
      {making.error && <Failure error={making.error} />}
      {making.isPending && <AnalysisProgressBar of={making} unit="page" />}
      <Group>
        {link ? (
          <Button component="a" href={link} download={`${file.name.replace(/\.\w+$/, '')}-searchable.pdf`}>
            Download the PDF
          </Button>
        ) : (
          <Button onClick={() => making.start(formOf(file))} disabled={making.isPending}>
            Make a searchable PDF
          </Button>
        )}
      </Group>
    </Stack>
  );
}
