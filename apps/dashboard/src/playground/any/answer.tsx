import { Warnings } from '../warnings';
import { Stack, Tabs, Text } from '@mantine/core';
import { useEffect, useState } from 'react';
import { Copyable } from '../../parts/copyable';
import { RowsTable } from '../../parts/rows-table';
import { answerWords } from './answer-words';
import { writeCode } from './code';
import type { Mark } from '../picture/draw';
import { formatCell, foundIn, findLists, nothingReached, toMarks, type AnswerRow } from './findings';
import { ImageCanvas } from '../picture/image-canvas';
import type { Try } from './queries';

/** How many rows are searched for the table's columns. */
const LOOKED_AT = 50;

/** A capability's answer as a picture, tables, JSON, and code for the same call. */
export function AnswerView({ of: tried }: { of: Try }) {
  const { answer, file } = tried;
  const lists = findLists(answer);
  const marks = toMarks(foundIn(answer), 'group');
  const hasPicture = file !== undefined && tried.capability.accepts === 'image';
  const programs = Object.entries(writeCode(tried, window.location.origin));
  const ms = answer['processing_time_ms'];
  const emptiness = nothingReached(tried);
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {typeof ms === 'number' ? `Answered in ${ms} ms` : 'Answered'}
      </Text>
      {emptiness && <Text role="note">{emptiness}</Text>}
      <Warnings of={answer['warnings']} />
      <div role="group" aria-label="In words">
        {answerWords(answer).map((line) => (
          <Text key={line} size="sm" className="anywhere">
            {line}
          </Text>
        ))}
      </div>
      <Tabs defaultValue={hasPicture && marks.length > 0 ? 'picture' : lists.length > 0 ? 'table' : 'json'} keepMounted={false}>
        <Tabs.List mb="xs">
          {hasPicture && <Tabs.Tab value="picture">Picture</Tabs.Tab>}
          {lists.length > 0 && <Tabs.Tab value="table">Table</Tabs.Tab>}
          <Tabs.Tab value="json">JSON</Tabs.Tab>
          {programs.map(([language]) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {hasPicture && (
          <Tabs.Panel value="picture">
            <Picture file={file} marks={marks} />
          </Tabs.Panel>
        )}
        <Tabs.Panel value="table">
          <Stack>
            {lists.map(([name, rows]) => (
              <ListTable key={name} name={name} rows={rows} />
            ))}
          </Stack>
        </Tabs.Panel>
        <Tabs.Panel value="json">
          <Copyable text={JSON.stringify(answer, null, 2)} label="Copy JSON" maxHeight={480} />
        </Tabs.Panel>
        {programs.map(([language, text]) => (
          <Tabs.Panel key={language} value={language}>
            <Copyable text={text} label={`Copy ${language}`} maxHeight={480} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Stack>
  );
}

function Picture({ file, marks }: { file: File; marks: readonly Mark[] }) {
  const [source, setSource] = useState<string>();
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  return source && <ImageCanvas source={source} marks={marks} />;
}

function ListTable({ name, rows }: { name: string; rows: readonly AnswerRow[] }) {
  const heads = [...new Set(rows.slice(0, LOOKED_AT).flatMap((row) => Object.keys(row)))];
  const numbered = rows.map((row, index) => ({ row, index }));
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600}>
        {name} ({rows.length})
      </Text>
      <RowsTable
        label={name}
        rows={numbered}
        columns={heads.map((head) => ({ head, cell: ({ row }: { row: AnswerRow; index: number }) => formatCell(row[head]) }))}
        keyOf={({ index }) => String(index)}
      />
    </Stack>
  );
}
