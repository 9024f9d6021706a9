import { judged, score, type ReadReceipt } from './documents';
import { isoFrom, isSameName } from './keys';

const box = { x: 0, y: 0, width: 100, height: 10 };
const receipt = (fields: Partial<ReadReceipt['fields']>, key: ReadReceipt['key']): ReadReceipt => ({
  file: 'a.jpg',
  page: { truths: [{ text: 'TOTAL 1.00', box }], lines: [{ text: 'Total 1.00', confidence: 1, box }] },
  key,
  seconds: 2,
  fields: { merchant: null, date: null, total: null, review: false, ...fields },
});

test('fields count where they were written down, and are right if they say the same', () => {
  const key = { merchant: 'A & B BAKERY LTD', date: '2018-11-18', total: 30.9 };
  const { figures } = score([
    receipt({ merchant: 'a&b bakery, ltd.', date: '2018-11-18', total: 30.9 }, key),
    receipt({ merchant: 'Another', date: '2018-11-19', total: 30.91, review: true }, key),
    receipt({ total: 1 }, {}),
  ]);
  expect(figures).toMatchObject({ total_accuracy: 0.5, date_accuracy: 0.5, merchant_accuracy: 0.5 });
  expect(figures).toMatchObject({ word_f1: 1, cer: 0, seconds_a_page: 2, wrong_without_review: 0, pages: 3 });
});

test('what is missing is wrong', () => {
  expect(judged(receipt({}, { total: 5 }))).toEqual([{ field: 'total', isRight: false, truth: '5', read: '' }]);
});

test('labels write days in several ways, and names with slips', () => {
  expect(['18-11-18', '17/1/2018', '2018/02/22', '03 MAR 2018'].map(isoFrom)).toEqual([
    '2018-11-18',
    '2018-01-17',
    '2018-02-22',
    '2018-03-03',
  ]);
  expect(isSameName('MR . DAKGALBI SOLARIS', 'Mr.Dakgalbi Solaris')).toBe(true);
  expect(isSameName('DOMMAL FOOD SERVICES', "DOMINO'S PIZZA")).toBe(false);
});
