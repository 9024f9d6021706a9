import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const LANGUAGES = ['english', 'french', 'german', 'italian', 'portuguese', 'spanish'];
/** Of each language. The posts after these were used to choose how sure letters must be. */
const POSTS = 40;
const [SHORTEST, LONGEST] = [25, 62];
/** Links and names of users. */
const NO_WORDS = /https?:\S+|[@#]\S+/g;
const SENTENCE_END = /(?<=[.!?])\s+/;
/** Latin letters and what a font of Europe has besides. */
const RENDERED = /^[\p{Script=Latin}\d .,!?:;'’"()€%-]+$/u;
const ASCII_ONLY = /^\p{ASCII}*$/u;

/**
 * Sentences by language, one from each post. Except in English, each has a letter beyond ASCII. Without the folder, the result is
 * empty.
 */
export function readPosts(folder: string): Record<string, string[]> {
  if (!existsSync(folder)) return {};
  return Object.fromEntries(
    LANGUAGES.map((language) => {
      const posts = readFileSync(join(folder, language, 'val_text.txt'), 'utf8').split('\n');
      const sentences = posts.flatMap((post) => sentenceOf(post, language !== 'english') ?? []);
      return [language, sentences.slice(0, POSTS)];
    }),
  );
}

function sentenceOf(post: string, needsMark: boolean): string | undefined {
  const sentences = post.replace(NO_WORDS, '').split(SENTENCE_END);
  return sentences
    .map((sentence) => sentence.replace(/\s+/g, ' ').trim())
    .find(
      (sentence) =>
        sentence.length >= SHORTEST &&
        sentence.length <= LONGEST &&
        RENDERED.test(sentence) &&
        !(needsMark && ASCII_ONLY.test(sentence)),
    );
}
