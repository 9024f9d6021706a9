import entries from 'natural/lib/natural/sentiment/French/pattern-sentiment-fr.json';
import stemmer from 'natural/lib/natural/stemmers/porter_stemmer_fr';

export { entries, stemmer };
