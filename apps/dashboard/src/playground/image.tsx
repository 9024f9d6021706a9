import { Badge, Checkbox, ColorSwatch, Grid, Group, Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { postForm } from '../api/client';
import { Camera } from '../parts/fields/camera';
import { DropZone, MEDIA_HINTS } from '../parts/fields/drop-zone';
import { Failure } from '../parts/failure';
import { AnswerTabs } from './answer-tabs';
import { LAYERS, type Layer, type ImageResult } from './answers';
import { imageWords } from './image-words';
import { listMarks } from './marks';
import { Samples } from './samples';
import { ImageCanvas } from './picture/image-canvas';

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/bmp';

export function ImagePlayground() {
  const [file, setFile] = useState<File>();
  const [source, setSource] = useState<string>();
  const [layers, setLayers] = useState<Layer[]>([...LAYERS]);
  const analysis = useMutation({
    mutationFn: (image: File) => {
      const form = new FormData();
      form.append('image', image);
      return postForm<ImageResult>('/v2/vision/analyze', form);
    },
  });
  useEffect(() => {
    if (!file) return undefined;
    const url = URL.createObjectURL(file);
    setSource(url);
    return () => URL.revokeObjectURL(url);
  }, [file]);
  // Whether the visitor chose a picture: a slow sample must not replace it.
  const isChosen = useRef(false);
  const clear = () => {
    isChosen.current = true;
    setFile(undefined);
    setSource(undefined);
    analysis.reset();
  };
  const take = (image: File) => {
    isChosen.current = true;
    setFile(image);
    analysis.mutate(image);
  };
  /** Shows the first sample together with its answer, so that nothing moves when the answer arrives. */
  const open = (image: File) => analysis.mutate(image, { onSuccess: () => isChosen.current || setFile(image) });
  return (
    <Stack>
      <DropZone label="Drop an image, or choose one" hint={MEDIA_HINTS.image} accept={ACCEPTED} onFile={take} onRefused={clear} />
      <Group gap="xs">
        <Samples kind="image" onFile={(image, byItself) => (byItself ? open(image) : take(image))} first />
        <Camera onFile={take} />
      </Group>
      {analysis.isError && <Failure error={analysis.error} />}
      {source && !analysis.isError && (
        <Grid>
          <Grid.Col span={{ base: 12, md: 7 }}>
            <Stack gap="xs">
              <LayerChoice chosen={layers} onChange={setLayers} answer={analysis.data} />
              <ImageCanvas source={source} marks={analysis.data && listMarks(analysis.data, layers)} />
              {analysis.data?.colors && <Colours colours={analysis.data.colors} />}
            </Stack>
          </Grid.Col>
          <Grid.Col span={{ base: 12, md: 5 }}>
            {analysis.isPending && (
              <Group>
                <Loader size="sm" aria-hidden /> <Text role="status">Analysing …</Text>
              </Group>
            )}
            {analysis.data && file && (
              <AnswerTabs
                answer={analysis.data}
                words={imageWords(analysis.data)}
                path="/v2/vision/analyze"
                curl={`-F image=@${JSON.stringify(file.name)}`}
              />
            )}
          </Grid.Col>
        </Grid>
      )}
    </Stack>
  );
}

interface LayerChoiceProps {
  chosen: Layer[];
  onChange: (layers: Layer[]) => void;
  answer?: ImageResult;
}

function LayerChoice({ chosen, onChange, answer }: LayerChoiceProps) {
  return (
    <Checkbox.Group value={chosen} onChange={(value) => onChange(value)} aria-label="Layers">
      <Group gap="md">
        {LAYERS.map((layer) => (
          <Checkbox key={layer} value={layer} label={answer ? `${layer} (${answer[layer]?.length ?? 0})` : layer} />
        ))}
      </Group>
    </Checkbox.Group>
  );
}

function Colours({ colours }: { colours: NonNullable<ImageResult['colors']> }) {
  return (
    <Group gap="sm" aria-label="Colours">
      {colours.map(({ hex, name, fraction }) => (
        <Badge key={hex} variant="default" size="lg" tt="none" leftSection={<ColorSwatch color={hex} size={14} />}>
          {name} {Math.round(fraction * 100)} %
        </Badge>
      ))}
    </Group>
  );
}
