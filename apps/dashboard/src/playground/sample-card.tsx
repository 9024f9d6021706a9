import { UnstyledButton } from '@mantine/core';
import type { ReactNode } from 'react';

interface SampleCardProps {
  name: string;
  onChosen: () => void;
  /** The preview: the beginning of a text, or a small chart. */
  children: ReactNode;
}

/** A button for a sample, with its preview. */
export function SampleCard({ name, onChosen, children }: SampleCardProps) {
  return (
    <UnstyledButton className="sample-card" onClick={onChosen}>
      <b>{name}</b>
      <span>{children}</span>
    </UnstyledButton>
  );
}
