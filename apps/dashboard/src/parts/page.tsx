import { Anchor, Box, Group, Stack, Text, Title } from '@mantine/core';
import { Link } from 'wouter';
import { useEffect, type ReactNode } from 'react';

interface PageProps {
  title: string;
  /** The parent pages, from the top. */
  trail?: readonly { label: string; href: string }[];
  /** One sentence that says what the page is for. */
  about?: string;
  actions?: ReactNode;
  children: ReactNode;
}

export function PageFrame({ title, trail = [], about, actions, children }: PageProps) {
  useEffect(() => {
    document.title = `${title} · Percept`;
  }, [title]);
  return (
    <Stack gap="lg" maw={1200}>
      <Group justify="space-between" align="flex-start">
        <Box>
          {trail.length > 0 && (
            <Group component="nav" gap="xs" aria-label="Breadcrumbs">
              {trail.map(({ label, href }) => (
                <Text key={href} size="sm" span>
                  <Anchor component={Link} href={href} size="sm" underline="always">
                    {label}
                  </Anchor>{' '}
                  /
                </Text>
              ))}
            </Group>
          )}
          <Title order={2}>{title}</Title>
          {about && <Text size="sm">{about}</Text>}
        </Box>
        {actions}
      </Group>
      {children}
    </Stack>
  );
}
