import { Badge } from '@mantine/core';

const TONES = {
  good: 'var(--mantine-color-teal-6)',
  bad: 'var(--mantine-color-red-6)',
  busy: 'var(--mantine-color-blue-5)',
  warn: 'var(--mantine-color-yellow-6)',
  quiet: 'var(--mantine-color-gray-5)',
};
export type Tone = keyof typeof TONES;

/** A state as a word with a coloured dot. The word alone is enough to understand it. */
export function State({ children, tone }: { children: string; tone: Tone }) {
  const dot = <span aria-hidden className="dot" style={{ background: TONES[tone] }} />;
  return (
    <Badge variant="default" leftSection={dot} tt="none" miw="max-content">
      {children}
    </Badge>
  );
}
