import { List, Stack, Text, Title } from '@mantine/core';
import { Loaded } from '../../parts/loaded';
import type { RunItem } from '../../pipelines/answers';
import { useItems } from '../queries';

const MAX_SHOWN = 50;

const nameOf = ({ step, key }: RunItem): string => (key ? `${key} (${step})` : step);

/** The items that failed in only one of two runs, among the first failed ones of each. */
export function FailedInOne({ one, other }: { one: string; other: string }) {
  const these = useItems(one, 'failed');
  const those = useItems(other, 'failed');
  return (
    <Stack gap="xs">
      <Title order={3}>Failed items</Title>
      <Loaded query={these}>
        {({ pages }) => (
          <Loaded query={those}>
            {(others) => {
              const [failed, before] = [pages, others.pages].map((each) => each.flatMap(({ items }) => items));
              const isAll = ![pages, others.pages].some((each) => each.at(-1)?.next_cursor);
              return (
                <>
                  {!isAll && <Text size="sm">Only the first failed items of each run are compared.</Text>}
                  <Names title="Failed only in this run" items={missingIn(failed!, before!)} />
                  <Names title="Failed only in the other" items={missingIn(before!, failed!)} />
                </>
              );
            }}
          </Loaded>
        )}
      </Loaded>
    </Stack>
  );
}

function missingIn(items: readonly RunItem[], others: readonly RunItem[]): RunItem[] {
  const known = new Set(others.map(nameOf));
  return items.filter((item) => !known.has(nameOf(item)));
}

function Names({ title, items }: { title: string; items: readonly RunItem[] }) {
  if (items.length === 0) return <Text size="sm">{title}: none.</Text>;
  return (
    <div>
      <Text size="sm">{title}:</Text>
      <List size="sm" aria-label={title}>
        {items.slice(0, MAX_SHOWN).map((item) => (
          <List.Item key={nameOf(item)} className="anywhere">
            {nameOf(item)}
            {item.error && `: ${item.error.code}, ${item.error.reason}`}
          </List.Item>
        ))}
      </List>
      {items.length > MAX_SHOWN && <Text size="xs">and {items.length - MAX_SHOWN} more</Text>}
    </div>
  );
}
