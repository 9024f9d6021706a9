import { Paper, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';

/** Says that there is nothing yet, and how to change that. */
export function Empty({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Paper withBorder p="xl">
      <Stack gap="xs">
        <Text fw={600}>{title}</Text>
        <Text size="sm" component="div">
          {children}
        </Text>
      </Stack>
    </Paper>
  );
}
