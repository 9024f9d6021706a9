const NEGATIONS = new Set(
  (
    'not no never none nobody nothing nowhere neither nor cannot without hardly barely scarcely rarely seldom lacks lack lacking ' +
    "ain't aint cant wont dont doesnt didnt isnt wasnt arent werent wouldnt shouldnt couldnt hasnt havent hadnt"
  ).split(' '),
);

/** Pairs of words that negate: `anything but clear`, `far from bad`. */
const NEGATING_PAIRS = new Set(['anything but', 'far from']);

export const negatesEnglish = (form: string, before = ''): boolean =>
  NEGATIONS.has(form) || form.endsWith("n't") || NEGATING_PAIRS.has(`${before} ${form}`);

/** After these words another judgement begins. */
export const ENGLISH_TURNS: ReadonlySet<string> = new Set(['but', 'however', 'though', 'although', 'yet', 'except']);

/** Words that make the next one stronger (above 0) or weaker. */
export const ENGLISH_DEGREES: ReadonlyMap<string, number> = new Map([
  ...'absolutely amazingly completely deeply entirely especially exceptionally extremely fully highly hugely incredibly insanely really remarkably so soo super such too totally truly utterly very most more fucking freaking hella damn'
    .split(' ')
    .map((each): [string, number] => [each, 0.3]),
  ...'almost barely fairly kinda kind less little marginally occasionally partly pretty scarcely slightly somewhat sort sorta'
    .split(' ')
    .map((each): [string, number] => [each, -0.3]),
]);
