import { Text } from '@mantine/core';

/** What an answer itself says that one should know of it. */
export function Warnings({ of: warnings }: { of: unknown }) {
  if (!Array.isArray(warnings)) return null;
  return warnings.map((warning) => (
    <Text size="sm" role="note" key={String(warning)}>
      {String(warning)}
    </Text>
  ));
}
