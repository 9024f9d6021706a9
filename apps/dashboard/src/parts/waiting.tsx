import { Center, Loader } from '@mantine/core';

/** In the place of what is on its way. */
export const Waiting = ({ height = 120 }: { height?: number }) => (
  <Center h={height}>
    <Loader role="status" aria-label="Loading" />
  </Center>
);
