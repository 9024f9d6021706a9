import { Table, Text } from '@mantine/core';
import { counted } from '../../parts/text/counted';
import { State, type Tone } from '../../parts/state';
import { formatDuration } from '../../parts/text/duration';
import type { Interval, StepRow } from './attempts';

const TONES: Record<NonNullable<StepRow['state']>, Tone> = {
  pending: 'busy',
  succeeded: 'good',
  partial: 'warn',
  failed: 'bad',
  skipped: 'quiet',
};

interface StepTableProps {
  rows: readonly StepRow[];
  /** Duration of the attempt in ms. */
  whole: number;
  isOpen: boolean;
}

/** Each step's start and duration. For steps with calls, also when the calls waited and worked. */
export function StepTable({ rows, whole, isOpen }: StepTableProps) {
  return (
    <Table aria-label="Steps" className="gantt" role="table">
      <Table.Thead role="rowgroup">
        <Table.Tr role="row">
          <Table.Th role="columnheader">Step</Table.Th>
          <Table.Th role="columnheader" className="timeline">
            When
          </Table.Th>
          <Table.Th role="columnheader" ta="right">
            Duration
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody role="rowgroup">
        {rows.map((row, index) => (
          <Table.Tr key={index} role="row" data-inner={row.isInner || undefined}>
            <Table.Td role="cell">
              <Text size="sm" fw={row.isInner ? 400 : 600} span>
                {row.name}
              </Text>
              {row.state && (
                <State tone={TONES[row.state]}>{row.state === 'pending' && !isOpen ? 'not finished' : row.state}</State>
              )}
              <Text size="xs">{factsOf(row)}</Text>
            </Table.Td>
            <Table.Td role="cell" className="timeline">
              <StepBar row={row} whole={whole} />
              <Text size="xs">{whenOf(row)}</Text>
            </Table.Td>
            <Table.Td role="cell" ta="right" className="whole">
              {formatDuration(row.to - row.from)}
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function factsOf({ isInner, total, calls, failed }: StepRow): string {
  const facts = [!isInner && counted(total ?? 0, 'item'), calls > 0 && counted(calls, 'call'), failed > 0 && `${failed} failed`];
  return facts.filter(Boolean).join(', ');
}

const whenOf = ({ from, calls, waitedMs, workedMs }: StepRow): string =>
  calls > 0 ? `worked ${formatDuration(workedMs)}, waited ${formatDuration(waitedMs)}` : `after ${formatDuration(from)}`;

function StepBar({ row: { state, calls, from, to, waiting, working }, whole }: { row: StepRow; whole: number }) {
  const at = (piece: Interval) => toBarPosition(piece, whole);
  return (
    <div className="track">
      {calls === 0 && <span className="bar" data-state={state} style={at({ from, to })} />}
      {waiting.map((piece) => (
        <span key={`wait ${piece.from}`} className="bar waiting" style={at(piece)} />
      ))}
      {working.map((piece) => (
        <span key={piece.from} className="bar" data-state={state ?? 'inner'} style={at(piece)} />
      ))}
    </div>
  );
}

/** Position and width in % of the whole. */
export function toBarPosition({ from, to }: Interval, whole: number): { left: string; width: string } {
  const share = (ms: number): number => Math.min(100, Math.max(0, (ms / whole) * 100));
  const left = share(from);
  return { left: `${left}%`, width: `${share(to) - left}%` };
}
