import { isOneForm } from './forms';

test.each([
  [['info@', 'example.com']],
  [['info', '@', 'example', '.com']],
  [['www.', 'example.org']],
  [['www.example', '.org/a?x=', '1']],
  [['https://', 'example.org/a']],
  [['1,', '234.50']],
  [['€1', '.234,50']],
  [['12', '.50']],
  [['2024-', '03-12']],
  [['12.', '03.', '2024']],
  [['14:', '30']],
  [['INV-', '2024', '-001']],
])('%j is one word', (parts) => {
  expect(isOneForm(parts)).toBe(true);
});

test.each([
  [['to', 'info@example.com']],
  [['info@example.com', 'or']],
  [['info@example.com.', 'Then']],
  [['www.example.org.', 'then']],
  [['in', '2020,', '300']],
  [['page', '7']],
  [['12', '50']],
  [['pre-', 'and']],
  [['END.', 'NEXT']],
  [['A', '-', 'B']],
])('%j are several', (parts) => {
  expect(isOneForm(parts)).toBe(false);
});
