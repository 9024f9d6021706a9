import { Table } from '@mantine/core';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useRef } from 'react';
import type { TableColumn } from './column';

interface ManyRowsProps<T> {
  rows: readonly T[];
  columns: readonly TableColumn<T>[];
  keyOf: (row: T) => string;
  /** Called when the last rows come into view. */
  onEnd?: () => void;
}

const USUAL_HEIGHT = 56;
const OVERSCAN = 12;

/** The body of a long table. Only visible rows are in the page. */
export function ManyRows<T>({ rows, columns, keyOf, onEnd }: ManyRowsProps<T>) {
  const body = useRef<HTMLTableSectionElement>(null);
  const top = useRef(0);
  useEffect(() => {
    top.current = (body.current?.getBoundingClientRect().top ?? 0) + window.scrollY;
  });
  const virtual = useWindowVirtualizer({
    count: rows.length,
    estimateSize: () => USUAL_HEIGHT,
    overscan: OVERSCAN,
    scrollMargin: top.current,
    getItemKey: (index) => keyOf(rows[index]!),
  });
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  const isEnd = last >= rows.length - 1 - OVERSCAN;
  useEffect(() => {
    if (isEnd) onEnd?.();
    // Called once for each length, because the loaded rows make the list longer.
  }, [isEnd, rows.length]);
  const margin = virtual.options.scrollMargin;
  return (
    <Table.Tbody role="rowgroup" ref={body}>
      <Space height={(shown[0]?.start ?? margin) - margin} />
      {shown.map(({ index, key }) => (
        <Table.Tr key={key} role="row" aria-rowindex={index + 2} data-index={index} ref={virtual.measureElement}>
          {columns.map(({ head, cell, isTitle }) => (
            <Table.Td key={head} role="cell" data-head={head} data-title={isTitle || undefined}>
              <div>{cell(rows[index]!)}</div>
            </Table.Td>
          ))}
        </Table.Tr>
      ))}
      <Space height={virtual.getTotalSize() + margin - (shown.at(-1)?.end ?? margin)} />
    </Table.Tbody>
  );
}

/** Takes the space of rows outside the view. */
const Space = ({ height }: { height: number }) =>
  height > 0 ? <tr className="space" aria-hidden="true" style={{ height }} /> : null;
