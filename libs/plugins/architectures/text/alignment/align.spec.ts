import { tokensWithPlaces, writingFrom } from './align';
import { openTokenizer } from './tokenizer';

const page = (more: object) => ({
  ...{ version: '1.0', added_tokens: [], normalizer: null, pre_tokenizer: null, post_processor: null, decoder: null },
  ...more,
});
const ids = (words: string[]) => Object.fromEntries(words.map((word, id) => [word, id]));

/** The parts of the text that the tokens are. */
function parts(tokenizer: object, text: string): string[] {
  const found = tokensWithPlaces(openTokenizer(tokenizer, {}), writingFrom(tokenizer), text);
  return found.map(({ token, start, end }) => `${token}=${text.slice(start, end)}`);
}

const wordpiece = page({
  normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, strip_accents: null, lowercase: true },
  pre_tokenizer: { type: 'BertPreTokenizer' },
  model: {
    ...{ type: 'WordPiece', unk_token: '[UNK]', continuing_subword_prefix: '##', max_input_chars_per_word: 100 },
    vocab: ids(['[UNK]', 'zur', '##ich', 'naive', '京', '.', 'elan']),
  },
  added_tokens: [{ id: 9, content: '[SEP]', special: true }],
});

test('words are where they are, though accents, case and blanks change', () => {
  expect(parts(wordpiece, '  ZÜRICH\t naïve. 北京x')).toEqual([
    'zur=ZÜR',
    '##ich=ICH',
    'naive=naïve',
    '.=.',
    '[UNK]=北',
    '京=京',
    '[UNK]=x',
  ]);
});

test('a letter with a mark of its own is where the letter is, and what is unknown is a whole word', () => {
  expect(parts(wordpiece, 'e\u0301lan 😀😀 zur')).toEqual(['elan=e\u0301lan', '[UNK]=😀😀', 'zur=zur']);
});

test('an added token stands for itself', () => {
  expect(parts(wordpiece, 'zur[SEP]naive')).toEqual(['zur=zur', '[SEP]=[SEP]', 'naive=naive']);
});

const bytes = (trim: boolean) =>
  page({
    pre_tokenizer: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: true, use_regex: true },
    post_processor: { type: 'ByteLevel', add_prefix_space: true, trim_offsets: trim, use_regex: true },
    model: { type: 'BPE', vocab: ids(['Ġ', 'a', 'b', 'Ã', '¼', 'Ġa']), merges: [['Ġ', 'a']] },
  });

test('bytes of a character are where the character is, and a word begins behind the blank', () => {
  expect(parts(bytes(true), 'a aüb')).toEqual(['Ġa=a', 'Ġa=a', 'Ã=ü', '¼=ü', 'b=b']);
  expect(parts(bytes(false), 'a ab')).toEqual(['Ġa=a', 'Ġa= a', 'b=b']);
});

const pieces = (pre_tokenizer: object) =>
  page({
    normalizer: {
      type: 'Sequence',
      normalizers: [{ type: 'NFKC' }, { type: 'Replace', pattern: { String: '\n' }, content: ' ' }],
    },
    pre_tokenizer,
    model: {
      ...{ type: 'Unigram', unk_id: 0, byte_fallback: false },
      vocab: [
        ['<unk>', 0],
        ['▁', -3],
        ['▁fi', -1],
        ['ne', -1],
        ['▁ne', -1],
      ],
    },
  });
const metaspace = { type: 'Metaspace', replacement: '▁', prepend_scheme: 'always', split: true };

test('a blank is part of the piece that it begins, unless blanks part the words', () => {
  expect(parts(pieces(metaspace), 'ﬁne\nne 京都')).toEqual(['▁fi=ﬁ', 'ne=ne', '▁ne=\nne', '▁= ', '京=京都']);
  const split = { type: 'Sequence', pretokenizers: [{ type: 'WhitespaceSplit' }, metaspace] };
  expect(parts(pieces(split), 'ﬁne  ne')).toEqual(['▁fi=ﬁ', 'ne=ne', '▁ne=ne']);
});

test('a byte that stands for a part of an unknown character is where the character is', () => {
  const vocab = ids(['<unk>', 'a', 'b', '<0xE4>', '<0xBA>', '<0xAC>']);
  const fallback = page({
    model: { type: 'BPE', unk_token: '<unk>', fuse_unk: true, byte_fallback: true, vocab, merges: [] },
  });
  expect(parts(fallback, 'a京b')).toEqual(['a=a', '<0xE4>=京', '<0xBA>=京', '<0xAC>=京', 'b=b']);
});

test('each character of a long text is looked at once', () => {
  const text = `${'Zürich naïve. '.repeat(4000)}${'京'.repeat(4000)}`;
  const segment = jest.spyOn(Intl.Segmenter.prototype, 'segment');
  const found = parts(wordpiece, text);
  const longest = Math.max(...segment.mock.calls.map(([part]) => part.length));
  segment.mockRestore();
  expect(found.length).toBe(5 * 4000);
  expect(found.slice(-4002, -3999)).toEqual(['naive=naïve', '.=.', '京=京']);
  expect(longest).toBeLessThan(100);
});
