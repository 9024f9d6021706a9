import { readWeights } from '../weights/tensors';
import { openLexiconJudge } from './by-lexicon';
import { withoutEllipses } from './ellipsis';
import { judgeEmoji } from './emoji';
import { openEnglishJudge } from './english';
import type { FastJudge } from './scores';

/** The judges by language: English is loaded at once, the others on first use, which takes some tens of milliseconds. */
export function openFastJudges(file: string): (language: string) => FastJudge {
  const english = openEnglishJudge(file);
  const judges = new Map<string, FastJudge>([['en', withEmoji((text) => english(withoutEllipses(text)))]]);
  const weights = readWeights(file).float32('lexicon.calibration');
  return (language) => {
    const judge = judges.get(language) ?? withEmoji(openLexiconJudge(language, weights));
    judges.set(language, judge);
    return judge;
  };
}

/** Judges texts without a word by their emoji, alike in every language. */
const withEmoji =
  (judge: FastJudge): FastJudge =>
  (text) =>
    judgeEmoji(text) ?? judge(text);
