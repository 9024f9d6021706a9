import { SimpleGrid, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, postForm } from '../api/client';
import { Failure } from '../parts/failure';
import { LoadingPlaceholder } from '../parts/waiting';
import { answerWords } from '../playground/any/answer-words';
import { foundIn, toMarks, type AnswerRow } from '../playground/any/findings';
import { useCapability } from '../playground/any/queries';
import type { Model } from './model';
import { useModels } from './queries';
import { InputError } from '../api/input-error';

/** Pictures that come with Percept. */
const NAMES = ['crossing.jpg', 'desk.jpg', 'fruit.jpg', 'clock-tower.png', 'harbour.webp'];

/** Darkens a picture as in the evening. Results on it tell more than those on a sixth daylight picture. */
const DARK = 'brightness(0.3) contrast(0.8)';

interface SamplePicture {
  name: string;
  file: File;
}

interface ComparisonProps {
  model: string;
  /** The id of a capability that takes an image. */
  capability: string;
}

/** The sample pictures, one below the other, each with the answers of this model and the default. */
export default function Comparison({ model, capability }: ComparisonProps) {
  const samples = useQuery({ queryKey: ['sample-pictures'], queryFn: samplePictures, staleTime: Infinity, retry: false });
  const { data } = useCapability(capability);
  const { data: all = [] } = useModels();
  const task = all.find(({ name }) => name === model)?.task;
  const standard = all.find((each: Model) => each.task === task && each.default);
  if (samples.isError) return <Failure error={samples.error} />;
  if (!samples.data || !data) return <LoadingPlaceholder />;
  // Some capabilities have only one model and no parameter to name it.
  const named = data.input.properties?.['model'] ? model : undefined;
  const models = [named, ...(standard && standard.name !== model ? [standard.name] : [])];
  return (
    <Stack>
      <Text size="sm">
        Answered by <code>{capability}</code>
        {models.length === 1 && ': this model is the default of its task, so it stands alone'}.
      </Text>
      <ol className="plain" aria-label="Sample pictures">
        {samples.data.map((sample) => (
          <li key={sample.name}>
            <Text fw={600} mt="sm">
              {sample.name}
            </Text>
            <SimpleGrid cols={models.length} spacing="sm" className="gallery-pair">
              {models.map((each, index) => (
                <Answered
                  key={each ?? index}
                  {...{ sample, path: data.path, accepts: data.accepts!, model: each }}
                  label={each ?? model}
                />
              ))}
            </SimpleGrid>
          </li>
        ))}
      </ol>
    </Stack>
  );
}

interface AnsweredProps {
  sample: SamplePicture;
  path: string;
  accepts: string;
  model: string | undefined;
  label: string;
}

function Answered({ sample, path, accepts, model, label }: AnsweredProps) {
  const answer = useQuery({
    queryKey: ['in-pictures', path, model ?? '', sample.name],
    queryFn: () => {
      const form = new FormData();
      if (model) form.append('model', model);
      form.append(accepts, sample.file);
      return postForm<AnswerRow>(path, form);
    },
    staleTime: Infinity,
    retry: (count, error) => count < 3 && error instanceof ApiError && error.status >= 500,
  });
  return (
    <figure>
      <Picture of={sample.file} answer={answer.data} />
      <figcaption>
        <Text size="xs" fw={600}>
          {label}
        </Text>
        {answer.isPending && <Text size="xs">Answering …</Text>}
        {answer.isError && <Text size="xs">{answer.error.message}</Text>}
        {answer.data &&
          wordsOf(answer.data).map((line) => (
            <Text size="xs" key={line}>
              {line}
            </Text>
          ))}
      </figcaption>
    </figure>
  );
}

/** Leaves out totals and sizes, which do not show what a model is good at. */
function wordsOf(answer: AnswerRow): string[] {
  const lines = answerWords(Object.fromEntries(Object.entries(answer).filter(([, value]) => Array.isArray(value))));
  return lines.length > 0 ? lines : ['Nothing found.'];
}

function Picture({ of: file, answer }: { of: File; answer: AnswerRow | undefined }) {
  const [source, setSource] = useState<string>();
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const url = URL.createObjectURL(file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  const marks = answer ? toMarks(foundIn(answer), 'name') : [];
  return (
    <span className="frame">
      {source && (
        <img
          src={source}
          alt=""
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => setSize({ width, height })}
        />
      )}
      {size.width > 0 && (
        <svg
          viewBox={`0 0 ${size.width} ${size.height}`}
          role="img"
          aria-label={marks.map(({ label }) => label).join(', ') || 'Nothing found'}
        >
          {marks.map(({ box, colour }, index) => (
            <rect key={index} {...box} stroke={colour} />
          ))}
        </svg>
      )}
    </span>
  );
}

/** Ten pictures: each of Percept's sample pictures in daylight and in poor light. */
async function samplePictures(): Promise<SamplePicture[]> {
  const byDay = await Promise.all(NAMES.map(fetchSample));
  const dark = await Promise.all(byDay.map(darkened));
  return byDay.flatMap((sample, index) => [sample, dark[index]!]);
}

async function fetchSample(file: string): Promise<SamplePicture> {
  const response = await fetch(`/samples/images/${file}`);
  if (!response.ok) throw new InputError(`The sample '${file}' is missing in this installation.`);
  return { name: file.replace(/\.\w+$/, ''), file: new File([await response.blob()], file) };
}

async function darkened({ name, file }: SamplePicture): Promise<SamplePicture> {
  const image = await createImageBitmap(file);
  const canvas = new OffscreenCanvas(image.width, image.height);
  const context = canvas.getContext('2d')!;
  context.filter = DARK;
  context.drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.9 });
  return { name: `${name} in poor light`, file: new File([blob], `${name}-dark.jpg`) };
}
