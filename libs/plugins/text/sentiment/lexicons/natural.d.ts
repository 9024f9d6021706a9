declare module 'natural/lib/natural/sentiment/*.json' {
  const entries: import('../natural-lexicon').NaturalParts['entries'];
  export default entries;
}

declare module 'natural/lib/natural/stemmers/*' {
  const stemmer: import('../natural-lexicon').NaturalParts['stemmer'];
  export default stemmer;
}
