import { Text } from '@mantine/core';

/** Languages whose sentiment a trained model judges; the others have a list of words. */
const TRAINED = ['en'];

/** Warns where a sentiment rests on a list of words. */
export function WordListNote({ language }: { language: unknown }) {
  if (typeof language !== 'string' || TRAINED.includes(language)) return null;
  return (
    <Text size="sm" role="note">
      The sentiment of a text in “{language}” comes from a list of words, not from a trained model: treat it as approximate.
    </Text>
  );
}
