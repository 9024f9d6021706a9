import type { Tensor } from 'onnxruntime-node';
import type { Candidate } from '@percept/sdk/models';
import type { DecodeOptions } from '@percept/sdk/models';

/** Input pixels for one cell of each of YOLOX's three grids, in the order of its rows. */
const YOLOX_STRIDES = [8, 16, 32];

/** The numbers of each candidate in a tensor. */
interface Rows {
  data: Float32Array;
  count: number;
  /** The `field`th number of candidate `row`. */
  at(row: number, field: number): number;
}

/**
 * YOLOX without the decoding inside: `predictions` is 1 × cells × (4 + 1 + labels), a row for each cell of the grids of
 * stride 8, 16 and 32: the centre's offset in cells, the logarithm of the size in cells, objectness, labels.
 */
export function decodeYolox({ predictions }: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[] {
  const rows = rowsOf(predictions!, 5 + options.labels, 'rows');
  const grids = YOLOX_STRIDES.map((stride) => ({
    stride,
    columns: Math.floor(options.frame.width / stride),
    cells: Math.floor(options.frame.width / stride) * Math.floor(options.frame.height / stride),
  }));
  const cells = grids.reduce((sum, grid) => sum + grid.cells, 0);
  if (cells !== rows.count)
    throw new Error(`The model answers ${rows.count} rows, but YOLOX has ${cells} for an input of this size.`);
  const found: Candidate[] = [];
  let row = 0;
  for (const { stride, columns, cells: count } of grids) {
    for (let cell = 0; cell < count; cell++, row++) {
      const [label, score] = bestLabel(rows, row, { first: 5, labels: options.labels, times: rows.at(row, 4) });
      if (score < options.minScore) continue;
      const x = (rows.at(row, 0) + (cell % columns)) * stride;
      const y = (rows.at(row, 1) + Math.floor(cell / columns)) * stride;
      found.push(
        around({ label, score, x, y, width: Math.exp(rows.at(row, 2)) * stride, height: Math.exp(rows.at(row, 3)) * stride }),
      );
    }
  }
  return found;
}

/** YOLOv5 (v6, v7 alike): `predictions` is 1 × boxes × (4 + 1 + labels): centre and size in input pixels, objectness, labels. */
export function decodeYolov5({ predictions }: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[] {
  const rows = rowsOf(predictions!, 5 + options.labels, 'rows');
  return decodeRows(rows, options, (row) => bestLabel(rows, row, { first: 5, labels: options.labels, times: rows.at(row, 4) }));
}

/** YOLOv8 (v9, v11, v12 alike): `predictions` is 1 × (4 + labels) × boxes: centre and size in input pixels, labels. */
export function decodeYolov8({ predictions }: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[] {
  const rows = rowsOf(predictions!, 4 + options.labels, 'columns');
  return decodeRows(rows, options, (row) => bestLabel(rows, row, { first: 4, labels: options.labels, times: 1 }));
}

function decodeRows(rows: Rows, { minScore }: DecodeOptions, best: (row: number) => [number, number]): Candidate[] {
  const found: Candidate[] = [];
  for (let row = 0; row < rows.count; row++) {
    const [label, score] = best(row);
    if (score < minScore) continue;
    const [x, y, width, height] = [rows.at(row, 0), rows.at(row, 1), rows.at(row, 2), rows.at(row, 3)];
    found.push(around({ label, score, x, y, width, height }));
  }
  return found;
}

/** YOLOv10 and others with the suppression inside: `predictions` is 1 × boxes × 6: left, top, right, bottom, score, label. */
export function decodeYolov10({ predictions }: Readonly<Record<string, Tensor>>, options: DecodeOptions): Candidate[] {
  const rows = rowsOf(predictions!, 6, 'rows');
  const found: Candidate[] = [];
  for (let row = 0; row < rows.count; row++) {
    const [score, label] = [rows.at(row, 4), Math.round(rows.at(row, 5))];
    if (score < options.minScore || label < 0 || label >= options.labels) continue;
    const [left, top, right, bottom] = [rows.at(row, 0), rows.at(row, 1), rows.at(row, 2), rows.at(row, 3)];
    found.push({ label, score, left, top, right, bottom });
  }
  return found;
}

/** @throws Error if a candidate's number of fields does not fit the labels. */
function rowsOf(tensor: Tensor, fields: number, along: 'rows' | 'columns'): Rows {
  const data = tensor.data as Float32Array;
  const [one, two] = tensor.dims.slice(-2) as [number, number];
  const found = along === 'rows' ? two : one;
  if (tensor.dims.length < 2 || found !== fields)
    throw new Error(
      `The model answers ${tensor.dims.join(' × ')}: ${found} numbers for each box, but its labels ask for ${fields}.`,
    );
  if (along === 'rows') return { data, count: one, at: (row, field) => data[row * fields + field]! };
  return { data, count: two, at: (row, field) => data[field * two + row]! };
}

/** The label with the highest score, and that score. */
function bestLabel(
  rows: Rows,
  row: number,
  { first, labels, times }: { first: number; labels: number; times: number },
): [number, number] {
  let best = 0;
  for (let label = 1; label < labels; label++) {
    if (rows.at(row, first + label) > rows.at(row, first + best)) best = label;
  }
  return [best, rows.at(row, first + best) * times];
}

interface Centred extends Pick<Candidate, 'label' | 'score'> {
  x: number;
  y: number;
  width: number;
  height: number;
}

function around({ label, score, x, y, width, height }: Centred): Candidate {
  return { label, score, left: x - width / 2, top: y - height / 2, right: x + width / 2, bottom: y + height / 2 };
}
