/** The models that can judge a text, the default first. */
export const SENTIMENT_MODELS = ['sentiment', 'sentiment-fast'] as const;
export type SentimentModel = (typeof SENTIMENT_MODELS)[number];
