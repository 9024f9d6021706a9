import { Box, Group, Stack, Text, Title } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

interface PageProps {
  title: string;
  /** One sentence that says what the page is for. */
  about?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function Page({ title, about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Percept`;
  }, [title]);
  return (
    <Stack gap="lg" maw={1200}>
      <Group justify="space-between" align="flex-start">
        <Box>
          <Title order={2}>{title}</Title>
          {about && <Text size="sm">{about}</Text>}
        </Box>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
