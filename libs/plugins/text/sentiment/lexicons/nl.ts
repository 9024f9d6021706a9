import entries from 'natural/lib/natural/sentiment/Dutch/pattern-sentiment-nl.json';
import stemmer from 'natural/lib/natural/stemmers/porter_stemmer_nl';

export { entries, stemmer };
