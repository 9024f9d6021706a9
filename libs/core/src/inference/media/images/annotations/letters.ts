/** Size of a letter in dots. */
const [COLUMNS, ROWS] = [5, 7];

/**
 * Seven rows of five dots for each letter, in hexadecimal. System fonts would not do: a container has none, and texts would look
 * different on each machine.
 */
const LETTERS: Readonly<Record<string, string>> = {
  ...{ A: '0e11111f111111', B: '1e11111e11111e', C: '0e11101010110e', D: '1e11111111111e', E: '1f10101e10101f' },
  ...{ F: '1f10101e101010', G: '0e11101711110f', H: '1111111f111111', I: '0e04040404040e', J: '0702020202120c' },
  ...{ K: '11121418141211', L: '1010101010101f', M: '111b1515111111', N: '11111915131111', O: '0e11111111110e' },
  ...{ P: '1e11111e101010', Q: '0e11111115120d', R: '1e11111e141211', S: '0f10100e01011e', T: '1f040404040404' },
  ...{ U: '1111111111110e', V: '11111111110a04', W: '1111111515150a', X: '11110a040a1111', Y: '11110a04040404' },
  ...{ Z: '1f01020408101f', '0': '0e11131519110e', '1': '040c040404040e', '2': '0e11010204081f', '3': '1f02040201110e' },
  ...{ '4': '02060a121f0202', '5': '1f101e0101110e', '6': '0608101e11110e', '7': '1f010204080808', '8': '0e11110e11110e' },
  ...{ '9': '0e11110f01020c', '.': '00000000000c0c', '-': '0000001f000000', '%': '18190204081303', '?': '0e110102040004' },
  ...{ ',': '00000000040408', ':': '000c0c000c0c00', ';': '000c0c000c0408', '/': '01010204081010', '(': '02040808080402' },
  ...{ ')': '08040202020408', '+': '0004041f040400', '&': '0c12140815120d', "'": '0c040800000000', '"': '0a0a0a00000000' },
  ...{ '#': '0a0a1f0a1f0a0a', '!': '04040404040004', '=': '00001f001f0000', '<': '02040810080402', '>': '08040201020408' },
  ...{ $: '040f140e051e04', '€': '06091c081c0906', '£': '0609081c08081f', '@': '0e11010d15150e', '*': '000a041f040a00' },
  ...{ '°': '06090906000000', ' ': '00000000000000' },
};

/** Reduces a text to letters that can be drawn, in capitals and without accents; a question mark stands for any other. */
export function drawable(text: string): string {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase().replaceAll('_', ' ');
  return [...plain].map((letter) => (letter in LETTERS ? letter : '?')).join('');
}

/** Size of a text in pixels for this dot size; the last letter has a gap behind it, too. */
export const textSize = (text: string, dot: number) => ({ width: text.length * (COLUMNS + 1) * dot, height: ROWS * dot });

/** The path of an SVG that draws a text from `drawable`, starting at its top left corner. */
export function textPath(text: string, { x, y, dot }: { x: number; y: number; dot: number }): string {
  return [...text]
    .flatMap((letter, index) =>
      dotsOf(letter).map(([column, row]) => {
        const [left, top] = [x + (index * (COLUMNS + 1) + column) * dot, y + row * dot];
        return `M${left} ${top}h${dot}v${dot}h-${dot}z`;
      }),
    )
    .join('');
}

function dotsOf(letter: string): [column: number, row: number][] {
  const rows = LETTERS[letter]!.match(/../g)!.map((each) => Number.parseInt(each, 16));
  return rows.flatMap((bits, row) =>
    Array.from({ length: COLUMNS }, (_, column) => column)
      .filter((column) => bits & (1 << (COLUMNS - 1 - column)))
      .map((column): [number, number] => [column, row]),
  );
}
