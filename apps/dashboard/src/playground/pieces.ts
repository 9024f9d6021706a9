export interface MarkedEntity {
  text: string;
  type: string;
  confidence: number;
  /** UTF-16 offsets, as in JavaScript. */
  start: number;
  end: number;
}

interface Piece {
  start: number;
  piece: string;
  entity?: MarkedEntity;
}

/** Splits the text at its entities. If two overlap, the first is kept. */
export function pieces(text: string, entities: readonly MarkedEntity[]): Piece[] {
  const cut: Piece[] = [];
  let at = 0;
  for (const entity of [...entities].sort((a, b) => a.start - b.start)) {
    if (entity.start < at) continue;
    if (entity.start > at) cut.push({ start: at, piece: text.slice(at, entity.start) });
    cut.push({ start: entity.start, piece: text.slice(entity.start, entity.end), entity });
    at = entity.end;
  }
  if (at < text.length) cut.push({ start: at, piece: text.slice(at) });
  return cut;
}
