import type { EncodedText } from '@percept/sdk/models';
import type { Stretch } from '../reading/sentences';
import type { ReadWords } from './word-features';
import type { Word } from './words';

/** Parts of a text with the encoder's output: words inside such a part are not read again. */
export class Readings {
  private readonly all: { part: Stretch; encoded: EncodedText }[] = [];

  add(part: Stretch, encoded: EncodedText): void {
    this.all.push({ part, encoded });
  }

  /** The tokens of a stretch, read in its context; undefined if it was not read. */
  within(stretch: Pick<Stretch, 'start' | 'end'>): EncodedText | undefined {
    const found = this.around(stretch);
    if (!found) return undefined;
    const { part, encoded } = found;
    const [start, end] = [stretch.start - part.start, stretch.end - part.start];
    const size = encoded.states.length / Math.max(1, encoded.starts.length);
    let from = 0;
    while (from < encoded.starts.length && encoded.ends[from]! <= start) from++;
    let to = from;
    while (to < encoded.starts.length && encoded.starts[to]! < end) to++;
    return {
      known: encoded.known,
      starts: encoded.starts.subarray(from, to),
      ends: encoded.ends.subarray(from, to),
      states: encoded.states.subarray(from * size, to * size),
    };
  }

  /** The words of a sentence with the reading that contains them. */
  words(words: readonly Word[]): ReadWords | undefined {
    if (words.length === 0) return undefined;
    const found = this.around({ start: words[0]!.start, end: words.at(-1)!.end });
    if (!found) return undefined;
    const starts = words.map(({ start }) => start - found.part.start);
    return { words, starts, encoded: found.encoded };
  }

  private around({ start, end }: Pick<Stretch, 'start' | 'end'>) {
    return this.all.find(({ part }) => part.start <= start && end <= part.end);
  }
}
