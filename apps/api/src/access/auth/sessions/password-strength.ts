import { PerceptError } from '@percept/sdk';

/** The least zxcvbn score, from 0 to 4. A password with 3 takes more than 10^8 guesses, even for somebody who has the hash. */
const MIN_SCORE = 3;
/** Words that an attacker of this service tries first. */
const OWN_WORDS = ['percept', 'admin', 'administrator', 'dashboard'];

interface Guess {
  score: number;
  feedback: { warning: string | null };
}

let estimator: Promise<(password: string) => Promise<Guess>> | undefined;

/** The lists of common passwords and words take megabytes, so they are loaded at the first use. */
async function loadEstimator(): Promise<(password: string) => Promise<Guess>> {
  const [core, common] = await Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')]);
  const zxcvbn = new core.ZxcvbnFactory({
    dictionary: { ...common.dictionary, own: OWN_WORDS },
    graphs: common.adjacencyGraphs,
  });
  return async (password) => zxcvbn.check(password);
}

/** @throws PerceptError INVALID_REQUEST for a password that is common, or made of common parts. */
export async function checkStrength(password: string, field = 'password'): Promise<void> {
  estimator ??= loadEstimator();
  const { score } = await (await estimator)(password);
  if (score >= MIN_SCORE) return;
  const reason =
    'is easy to guess: it is common, or made of common words, names, dates or keys side by side. Take four words or more.';
  throw PerceptError.invalid(field, reason);
}
