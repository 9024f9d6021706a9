import { readable } from './readable';

test.each([
  ['plain 😀 e\u0301', 'plain 😀 e\u0301'],
  ['a &amp; b &lt;3 &#128512; &nosuch; &', 'a & b <3 😀 &nosuch; &'],
  ['Lon&shy;don&nbsp;Bridge&#0;', 'London Bridge\ufffd'],
  ['<b>bold</b> and <3 and a < b > c', 'bold and <3 and a < b > c'],
  ['one<br>two<p class="x">three</p>', 'one\ntwo\nthree\n'],
  ['a<script>if (a<b) x()</script>b<!-- no -->c<style>p{}</style>d', 'abcd'],
  ['a<!-- never closed', 'a never closed'],
  ['a\u0000b\u200bc\u202ed\ufeffe', 'a bcde'],
  ['İ<SCRIPT>x</SCRIPT>y', 'İy'],
])('%j is read as %j', (text, expected) => expect(readable(text).text).toBe(expected));

test('each stretch of what is read has its place in the original', () => {
  const original = '<b>Lon&shy;don</b> &amp; 😀&#128512;';
  const { text, place } = readable(original);
  const at = (part: string) => {
    const start = text.indexOf(part);
    const found = place(start, start + part.length);
    return original.slice(found.start, found.end);
  };
  expect([at('London'), at('&'), at('😀'), at('😀😀')]).toEqual(['Lon&shy;don', '&amp;', '😀', '😀&#128512;']);
});
