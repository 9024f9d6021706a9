import { Tabs, Text } from '@mantine/core';
import { Copyable } from '../parts/copyable';

interface AnswerTabsProps {
  answer: { processing_time_ms: number };
  path: string;
  /** What the curl line carries besides the address and the key. */
  curl: string;
}

/** The answer as JSON, and the line that asks for it. */
export function AnswerTabs({ answer, path, curl }: AnswerTabsProps) {
  const line = `curl ${window.location.origin}${path} \\\n  -H "Authorization: Bearer $PERCEPT_KEY" \\\n  ${curl}`;
  return (
    <Tabs defaultValue="json">
      <Tabs.List>
        <Tabs.Tab value="json">JSON</Tabs.Tab>
        <Tabs.Tab value="curl">curl</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="json" pt="xs">
        <Text size="sm" mb="xs" role="status">
          Answered in {answer.processing_time_ms} ms
        </Text>
        <Copyable text={JSON.stringify(answer, null, 2)} label="Copy JSON" maxHeight={480} />
      </Tabs.Panel>
      <Tabs.Panel value="curl" pt="xs">
        <Copyable text={line} label="Copy curl line" />
      </Tabs.Panel>
    </Tabs>
  );
}
