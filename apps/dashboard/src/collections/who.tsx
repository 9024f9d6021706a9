import { Loader, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { postForm } from '../api/client';
import { DropZone, MEDIA_HINTS } from '../parts/fields/drop-zone';
import { Failure } from '../parts/failure';
import { counted } from '../parts/text/counted';
import type { AnsweredBox } from '../playground/answers';
import { ImageCanvas } from '../playground/picture/image-canvas';
import { useSource } from './find';
import { formWith, type CollectionDetail } from './queries';
import { similarityPercent } from './words';

interface Recognised {
  faces: { name: string; similarity?: number; bounding_box: AnsweredBox }[];
}

const UNKNOWN = 'unknown';
/** These colours stand out on photographs and have enough contrast with white labels. */
const COLOURS = { known: '#1c4ed8', unknown: '#b91c1c' };

/** Identifies who of the collection is in a picture. */
export function Who({ of: { name: collection, entries } }: { of: CollectionDetail }) {
  const recognise = useMutation({
    mutationFn: (file: File) => postForm<Recognised>('/v2/vision/recognize', formWith(file, { collection })),
  });
  const source = useSource(recognise.variables);
  if (entries === 0) return <Text size="sm">The collection is empty: add pictures of people first.</Text>;
  const faces = recognise.data?.faces;
  const told = (face: Recognised['faces'][number]): string =>
    face.similarity === undefined ? face.name : `${face.name}, ${similarityPercent(face.similarity)} alike`;
  return (
    <Stack>
      <DropZone
        label="Drop a picture to see who is in it, or choose one"
        hint={MEDIA_HINTS.image}
        accept="image/*"
        onFile={(file) => recognise.mutate(file)}
      />
      {recognise.isPending && <Loader size="sm" role="status" aria-label="Looking" />}
      {recognise.isError && <Failure error={recognise.error} />}
      {faces && (
        <Text size="sm" role="status">
          {counted(faces.length, 'face')}
          {faces.length > 0 && `: ${faces.map(told).join('; ')}`}
        </Text>
      )}
      {source && faces && (
        <ImageCanvas
          source={source}
          isNamed
          marks={faces.map((face) => ({
            box: face.bounding_box,
            label: told(face),
            colour: face.name === UNKNOWN ? COLOURS.unknown : COLOURS.known,
          }))}
        />
      )}
    </Stack>
  );
}
