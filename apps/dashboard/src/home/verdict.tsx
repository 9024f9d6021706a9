import { Anchor, Group, List, Paper, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Icon } from '../parts/icon';
import type { Concern } from './concerns';
import { counted } from '../parts/text/counted';

/** The answer to “is all well?”. */
export function Verdict({ concerns }: { concerns: readonly Concern[] }) {
  const isWell = concerns.length === 0;
  return (
    <Paper withBorder p="md" role="status" className="verdict" data-well={isWell}>
      <Group gap="sm" wrap="nowrap" align="flex-start">
        <Icon name={isWell ? 'good' : 'warn'} size={24} />
        <div>
          <Text fw={600}>{isWell ? 'No issues' : `${counted(concerns.length, 'issue needs', 'issues need')} attention`}</Text>
          {!isWell && (
            <List size="sm" mt="xs" spacing="xs">
              {concerns.map(({ text, href }) => (
                <List.Item key={`${href} ${text}`}>
                  <Anchor component={Link} href={href} size="sm" underline="always">
                    {text}
                  </Anchor>
                </List.Item>
              ))}
            </List>
          )}
        </div>
      </Group>
    </Paper>
  );
}
