import { Button, Group, Mark, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { api } from '../api/client';
import { Failure } from '../parts/failure';
import { State, type Tone } from '../parts/state';
import { AnswerTabs } from './answer-tabs';
import { pieces, type MarkedEntity } from './pieces';
import { SampleCard } from './sample-card';
import { textWords, type TextAnswer } from './text-words';
import { Warnings } from './warnings';

/** Our own sample texts. The page opens with an answer to the first one. */
const SAMPLES = {
  Review: 'Ada Lovelace loved the new office in London, but the coffee at Initech on 3 May was dreadful.',
  Complaint: 'Das Zimmer im Hotel Seeblick in Hamburg war schmutzig, und niemand hat sich bei Frau Petersen entschuldigt.',
  Notice: 'The meeting of the Harbour Board is on 14 March at 9:30; write to board@example.com by Friday.',
};
const TONES: Record<string, Tone> = { positive: 'good', negative: 'bad', neutral: 'quiet' };

async function analyse(text: string): Promise<TextAnswer> {
  const [sentiment, entities] = await Promise.all([
    api.POST('/v2/text/sentiment', { body: { text, detailed: true } }),
    api.POST('/v2/text/entities', { body: { text } }),
  ]);
  return { ...sentiment.data, entities: (entities.data as Pick<TextAnswer, 'entities'>).entities } as TextAnswer;
}

export function TextPlayground() {
  const [text, setText] = useState(SAMPLES.Review);
  const [asked, setAsked] = useState('');
  const analysis = useMutation({ mutationFn: analyse });
  const ask = (what: string) => {
    setText(what);
    setAsked(what);
    analysis.mutate(what);
  };
  // Shows an answer before the visitor chooses anything.
  const open = useRef(() => ask(SAMPLES.Review));
  useEffect(() => open.current(), []);
  return (
    <Stack>
      <Group gap="xs" role="group" aria-label="Samples">
        {Object.entries(SAMPLES).map(([name, sample]) => (
          <SampleCard key={name} name={name} onChosen={() => ask(sample)}>
            {sample}
          </SampleCard>
        ))}
      </Group>
      <Textarea label="Text" autosize minRows={3} maxRows={12} value={text} onChange={(event) => setText(event.target.value)} />
      <Group>
        <Button onClick={() => ask(text)} loading={analysis.isPending} disabled={text.trim() === ''}>
          Analyse
        </Button>
      </Group>
      {analysis.isError && <Failure error={analysis.error} />}
      {analysis.data && (
        <>
          <Entities text={asked} entities={analysis.data.entities} />
          <Warnings of={analysis.data.warnings} />
          <Sentences answer={analysis.data} />
          <AnswerTabs
            answer={analysis.data}
            words={textWords(analysis.data)}
            path="/v2/text/sentiment"
            curl={`--json '${shellQuoted(asked)}'`}
          />
        </>
      )}
    </Stack>
  );
}

const shellQuoted = (text: string): string => JSON.stringify({ text, detailed: true }).replaceAll("'", String.raw`'\''`);

function Entities({ text, entities }: { text: string; entities: MarkedEntity[] }) {
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
