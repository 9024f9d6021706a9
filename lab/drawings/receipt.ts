const WIDTH = 480;
const LINE = 34;
const TOP = 70;

/** Texts of a line: at the left, and at the right. */
const LINES: readonly [string, string?][] = [
  ['HARBOUR BAKERY LTD'],
  ['12 Quay Street, 40170 Seaford'],
  ['Receipt No. 2047'],
  ['Date: 18/03/2024  14:05'],
  [''],
  ['2 x Rye bread', '7.50'],
  ['1 x Butter', '2.10'],
  ['1 x Plum cake', '1.92'],
  [''],
  ['Subtotal', '11.52'],
  ['VAT 10 %', '1.15'],
  ['TOTAL EUR', '12.67'],
  [''],
  ['Paid by card'],
  ['Thank you for your visit'],
];

/** A receipt as a printer of a till sets it, as SVG: the sample of the playground. */
export function receiptSvg(): string {
  const texts = LINES.map(([left, right], index) => {
    const y = TOP + index * LINE;
    const isLoud = index === 0 || left.startsWith('TOTAL');
    const at = `y="${y}" font-weight="${isLoud ? 'bold' : 'normal'}"`;
    return `<text x="40" ${at}>${left}</text>${right ? `<text x="${WIDTH - 40}" text-anchor="end" ${at}>${right}</text>` : ''}`;
  });
  const height = TOP + LINES.length * LINE;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" font-family="DejaVu Sans Mono" font-size="20">
    <rect width="100%" height="100%" fill="#fff"/><g fill="#222">${texts.join('')}</g></svg>`;
}
