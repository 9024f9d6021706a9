import { Tabs, Text } from '@mantine/core';
import { Copyable } from '../parts/copyable';

interface AnswerTabsProps {
  answer: { processing_time_ms: number };
  path: string;
  /** The answer in words, one line each, shown before the JSON. */
  words?: readonly string[];
  /** The arguments of the curl command besides the address and the key. */
  curl: string;
}

/** The answer in words and as JSON, and the curl command for it. */
export function AnswerTabs({ answer, words, path, curl }: AnswerTabsProps) {
  const line = `curl ${window.location.origin}${path} \\\n  -H "Authorization: Bearer $PERCEPT_KEY" \\\n  ${curl}`;
  return (
    <Tabs defaultValue={words ? 'words' : 'json'}>
      <Tabs.List>
        {words && <Tabs.Tab value="words">In words</Tabs.Tab>}
        <Tabs.Tab value="json">JSON</Tabs.Tab>
        <Tabs.Tab value="curl">curl</Tabs.Tab>
      </Tabs.List>
      <Text size="sm" mt="xs" role="status">
        Answered in {answer.processing_time_ms.toLocaleString('en')} ms
      </Text>
      {words && (
        <Tabs.Panel value="words" pt="xs">
          {words.map((line) => (
            <Text key={line}>{line}</Text>
          ))}
        </Tabs.Panel>
      )}
      <Tabs.Panel value="json" pt="xs">
        <Copyable text={JSON.stringify(answer, null, 2)} label="Copy JSON" maxHeight={480} />
      </Tabs.Panel>
      <Tabs.Panel value="curl" pt="xs">
        <Copyable text={line} label="Copy curl line" />
      </Tabs.Panel>
    </Tabs>
  );
}
