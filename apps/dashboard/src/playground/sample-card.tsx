import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

interface SampleCardProps {
  name: string;
  onChosen: () => void;
  /** What it looks like: the beginning of a text, or a small chart. */
  children: ReactNode;
}

/** A sample that is shown by its words or a small chart. */
export function SampleCard({ name, onChosen, children }: SampleCardProps) {
  return (
    <UnstyledButton className="sample-card" onClick={onChosen}>
      <b>{name}</b>
      <span>{children}</span>
    </UnstyledButton>
  );
}
