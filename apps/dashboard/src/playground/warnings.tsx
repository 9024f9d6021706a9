import { Text } from '@mantine/core';

/** Shows the answer's own warnings. */
export function Warnings({ of: warnings }: { of: unknown }) {
  if (!Array.isArray(warnings)) return null;
  return warnings.map((warning) => (
    <Text size="sm" role="note" key={String(warning)}>
      {String(warning)}
    </Text>
  ));
}
