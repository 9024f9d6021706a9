import { Center, Loader } from '@mantine/core';

/** A placeholder for content that is loading. */
export const LoadingPlaceholder = ({ height = 120 }: { height?: number }) => (
  <Center h={height}>
    <Loader role="status" aria-label="Loading" />
  </Center>
);
