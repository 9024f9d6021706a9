/** The words that are needed to judge a language by a lexicon, besides the file in `lexicons`. */
export interface LexiconLanguage {
  negations: ReadonlySet<string>;
  /** After these words another judgement begins. */
  turns: ReadonlySet<string>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const LEXICON_LANGUAGES: Readonly<Record<string, LexiconLanguage>> = {
  de: {
    negations: words(
      'nicht nich kein keine keinen keinem keiner keines nein nie niemals niemand nichts nirgends weder ohne kaum',
    ),
    turns: words('aber jedoch doch sondern obwohl'),
  },
  es: {
    negations: words('no nunca jamás ni nada nadie tampoco sin ningún ninguno ninguna apenas'),
    turns: words('pero sino aunque'),
  },
  fr: {
    negations: words('ne pas jamais rien aucun aucune sans ni guère non'),
    turns: words('mais cependant pourtant toutefois'),
  },
  it: {
    negations: words('non mai nulla niente nessuno nessuna nessun senza né neanche nemmeno no'),
    turns: words('ma però tuttavia eppure'),
  },
  nl: {
    negations: words('niet nooit niemand niets nee neen geen zonder noch nergens nauwelijks'),
    turns: words('maar echter toch hoewel'),
  },
  pt: {
    negations: words('não nao nunca jamais nem nada ninguém sem nenhum nenhuma tampouco'),
    turns: words('mas porém contudo todavia embora'),
  },
};

/** The languages in which sentiment was measured, English first: see docs/reference/quality.md. */
export const MEASURED_LANGUAGES: readonly string[] = ['en', 'ar', 'de', 'es', 'fr', 'hi', 'it', 'nl', 'pl', 'pt'];

/** Languages that the fast model judges: English by training, the others by lexicons. */
export const FAST_LANGUAGES: readonly string[] = ['en', ...Object.keys(LEXICON_LANGUAGES)];
