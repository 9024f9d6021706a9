import { Text, UnstyledButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { InputError } from '../api/input-error';
import { useEffect, useRef } from 'react';
import { Failure } from '../parts/failure';

/** Files of Percept's examples. */
const SAMPLES = {
  image: ['images/crossing.jpg', 'images/desk.jpg', 'images/fruit.jpg', 'images/clock-tower.png', 'images/harbour.webp'],
  video: ['videos/harbour.mp4'],
  document: ['documents/receipt.png'],
};

async function sampleFile(path: string): Promise<File> {
  const response = await fetch(`/samples/${path}`);
  if (!response.ok) throw new InputError(`The sample '${path}' is missing in this installation.`);
  return new File([await response.blob()], path.split('/').at(-1)!);
}

/** A small copy of the picture, or the beginning of the video. */
function Sample({ path, onChosen }: { path: string; onChosen: () => void }) {
  const name = path.replace(/^\w+\/|\.\w+$/g, '');
  return (
    <UnstyledButton className="thumb" onClick={onChosen} title={name} aria-label={name}>
      {path.startsWith('videos/') ? (
        <video src={`/samples/${path}`} preload="metadata" muted aria-hidden tabIndex={-1} />
      ) : (
        <img src={`/assets/sample-${name}.webp`} alt="" />
      )}
    </UnstyledButton>
  );
}

interface SamplesProps {
  kind: keyof typeof SAMPLES;
  /** `byItself` means that nobody chose the file. */
  onFile: (file: File, byItself: boolean) => void;
  /** Takes the first sample automatically, so that a visitor sees an answer before choosing anything. */
  first?: boolean;
}

/** A row of buttons, each for one of Percept's examples. */
export function Samples({ kind, onFile, first }: SamplesProps) {
  const sample = useMutation({
    mutationFn: async ({ path, byItself = false }: { path: string; byItself?: boolean }) =>
      onFile(await sampleFile(path), byItself),
  });
  const { mutate } = sample;
  const isBegun = useRef(false);
  useEffect(() => {
    if (first && !isBegun.current) mutate({ path: SAMPLES[kind][0]!, byItself: true });
    isBegun.current = true;
  }, [first, kind, mutate]);
  return (
    <>
      <Text size="sm">Samples:</Text>
      {SAMPLES[kind].map((path) => (
        <Sample key={path} path={path} onChosen={() => sample.mutate({ path })} />
      ))}
      {sample.isError && <Failure error={sample.error} />}
    </>
  );
}
