import { Button, Group, Mark, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../api/client';
import { Failure } from '../parts/failure';
import { State, type Tone } from '../parts/state';
import { AnswerTabs } from './answer-tabs';
import { pieces, type Entity } from './pieces';
import { WordListNote } from './word-list-note';

interface TextAnswer {
  sentiment: string;
  confidence: number;
  language: string;
  sentences?: { text: string; sentiment: string; confidence: number }[];
  entities: Entity[];
  processing_time_ms: number;
}

const EXAMPLE = 'Ada Lovelace loved the new office in London, but the coffee at Initech on 3 May was dreadful.';
const TONES: Record<string, Tone> = { positive: 'good', negative: 'bad', neutral: 'quiet' };

async function analyse(text: string): Promise<TextAnswer> {
  const [sentiment, entities] = await Promise.all([
    api.POST('/v2/text/sentiment', { body: { text, detailed: true } }),
    api.POST('/v2/text/entities', { body: { text } }),
  ]);
  return { ...sentiment.data, entities: (entities.data as Pick<TextAnswer, 'entities'>).entities } as TextAnswer;
}

export function TextPlayground() {
  const [text, setText] = useState(EXAMPLE);
  const [asked, setAsked] = useState('');
  const analysis = useMutation({ mutationFn: analyse });
  const ask = () => {
    setAsked(text);
    analysis.mutate(text);
  };
  return (
    <Stack>
      <Textarea label="Text" autosize minRows={3} maxRows={12} value={text} onChange={(event) => setText(event.target.value)} />
      <Group>
        <Button onClick={ask} loading={analysis.isPending} disabled={text.trim() === ''}>
          Analyse
        </Button>
      </Group>
      {analysis.isError && <Failure error={analysis.error} />}
      {analysis.data && (
        <>
          <Entities text={asked} entities={analysis.data.entities} />
          <WordListNote language={analysis.data.language} />
          <Sentences answer={analysis.data} />
          <AnswerTabs answer={analysis.data} path="/v2/text/sentiment" curl={`--json '${shellQuoted(asked)}'`} />
        </>
      )}
    </Stack>
  );
}

const shellQuoted = (text: string): string => JSON.stringify({ text, detailed: true }).replaceAll("'", String.raw`'\''`);

function Entities({ text, entities }: { text: string; entities: Entity[] }) {
  return (
    <Text component="p" style={{ whiteSpace: 'pre-wrap' }} data-entities={entities.length}>
      {pieces(text, entities).map(({ start, piece, entity }) =>
        entity ? (
          <Mark key={start} title={`${entity.type} ${Math.round(entity.confidence * 100)} %`} px={4} style={{ borderRadius: 4 }}>
            {piece} <small>{entity.type}</small>
          </Mark>
        ) : (
          piece
        ),
      )}
    </Text>
  );
}

function Sentences({ answer }: { answer: TextAnswer }) {
  const rows = answer.sentences ?? [{ text: '', sentiment: answer.sentiment, confidence: answer.confidence }];
  return (
    <Stack gap={4}>
      {rows.map(({ text, sentiment, confidence }, index) => (
        <Group key={index} gap="xs" wrap="nowrap" align="flex-start">
          <State tone={TONES[sentiment] ?? 'quiet'}>{`${sentiment} ${Math.round(confidence * 100)} %`}</State>
          <Text size="sm">{text}</Text>
        </Group>
      ))}
    </Stack>
  );
}
