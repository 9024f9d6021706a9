import { readWeights } from '../weights/tensors';
import { openLexiconJudge } from './by-lexicon';
import { openEnglishJudge } from './english';
import type { Judge } from './scores';

/** The judges by language: English at once, the others when they are first asked for, which takes some tens of milliseconds. */
export function openJudges(file: string): (language: string) => Judge {
  const judges = new Map([['en', openEnglishJudge(file)]]);
  const weights = readWeights(file).float32('lexicon.calibration');
  return (language) => {
    const judge = judges.get(language) ?? openLexiconJudge(language, weights);
    judges.set(language, judge);
    return judge;
  };
}
