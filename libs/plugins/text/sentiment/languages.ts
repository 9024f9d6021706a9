/** What is needed to judge a language by a lexicon: files of `natural`, and words of ours. */
export interface LexiconLanguage {
  /** Below `natural/lib/natural/sentiment`. */
  lexicon: string;
  stemmer: string;
  negations: ReadonlySet<string>;
  /** Behind these words another judgement begins. */
  turns: ReadonlySet<string>;
}

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

export const LEXICON_LANGUAGES: Readonly<Record<string, LexiconLanguage>> = {
  de: {
    lexicon: 'German/pattern-sentiment-de',
    stemmer: 'porter_stemmer_de',
    negations: words(
      'nicht nich kein keine keinen keinem keiner keines nein nie niemals niemand nichts nirgends weder ohne kaum',
    ),
    turns: words('aber jedoch doch sondern obwohl'),
  },
  es: {
    lexicon: 'Spanish/afinnShortSortedSpanish',
    stemmer: 'porter_stemmer_es',
    negations: words('no nunca jamás ni nada nadie tampoco sin ningún ninguno ninguna apenas'),
    turns: words('pero sino aunque'),
  },
  fr: {
    lexicon: 'French/pattern-sentiment-fr',
    stemmer: 'porter_stemmer_fr',
    negations: words('ne pas jamais rien aucun aucune sans ni guère non'),
    turns: words('mais cependant pourtant toutefois'),
  },
  it: {
    lexicon: 'Italian/pattern-sentiment-it',
    stemmer: 'porter_stemmer_it',
    negations: words('non mai nulla niente nessuno nessuna nessun senza né neanche nemmeno no'),
    turns: words('ma però tuttavia eppure'),
  },
  nl: {
    lexicon: 'Dutch/pattern-sentiment-nl',
    stemmer: 'porter_stemmer_nl',
    negations: words('niet nooit niemand niets nee neen geen zonder noch nergens nauwelijks'),
    turns: words('maar echter toch hoewel'),
  },
  pt: {
    lexicon: 'Portuguese/afinnShortSortedPortuguese',
    stemmer: 'porter_stemmer_pt',
    negations: words('não nao nunca jamais nem nada ninguém sem nenhum nenhuma tampouco'),
    turns: words('mas porém contudo todavia embora'),
  },
};

/** The languages that sentiment is judged in, English first. */
export const SENTIMENT_LANGUAGES: readonly string[] = ['en', ...Object.keys(LEXICON_LANGUAGES)];
