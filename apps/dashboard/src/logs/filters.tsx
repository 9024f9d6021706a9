import { Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useKeys } from '../keys/keys';
import { PlainNumberField } from '../parts/fields/number-field';
import type { LogSearch } from './queries';

interface FiltersProps {
  search: LogSearch;
  onChange: (search: LogSearch) => void;
  live: boolean;
  onLive: (live: boolean) => void;
}

const STATUSES = [
  ['', 'Any status'],
  ['error', 'Any error'],
  ['2xx', 'Succeeded (2xx)'],
  ['4xx', 'Refused (4xx)'],
  ['5xx', 'Failed (5xx)'],
] as const;

export function Filters({ search, onChange, live, onLive }: FiltersProps) {
  const { data: keys } = useKeys();
  const set = (part: Partial<LogSearch>) => onChange({ ...search, ...part });
  return (
    <Group align="flex-end" gap="sm">
      <TextInput
        label="Search"
        placeholder="Request id, capability, error …"
        type="search"
        value={search.search}
        maxLength={200}
        onChange={(event) => set({ search: event.target.value })}
        w={250}
      />
      <NativeSelect label="Status" value={search.status} onChange={(event) => set({ status: event.target.value })}>
        {STATUSES.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </NativeSelect>
      <NativeSelect label="Key" value={search.key_id} onChange={(event) => set({ key_id: event.target.value })} w={140}>
        <option value="">Any key</option>
        {keys?.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </NativeSelect>
      <TextInput label="Day" type="date" value={search.day} onChange={(event) => set({ day: event.target.value })} />
      <PlainNumberField
        label="At least (ms)"
        min={0}
        max={600_000}
        value={search.min_ms}
        onChange={(min_ms) => set({ min_ms })}
        w={104}
      />
      <Checkbox
        label="Include the dashboard's own requests"
        checked={search.dashboard !== ''}
        onChange={(event) => set({ dashboard: event.target.checked ? 'true' : '' })}
        mb={8}
      />
      <Button variant={live ? 'filled' : 'default'} aria-pressed={live} onClick={() => onLive(!live)}>
        {live ? 'Live' : 'Follow live'}
      </Button>
    </Group>
  );
}
