import { Center, Loader } from '@mantine/core';

/** A placeholder for content that is loading. */
export const Waiting = ({ height = 120 }: { height?: number }) => (
  <Center h={height}>
    <Loader role="status" aria-label="Loading" />
  </Center>
);
