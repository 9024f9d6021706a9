import entries from 'natural/lib/natural/sentiment/Italian/pattern-sentiment-it.json';
import stemmer from 'natural/lib/natural/stemmers/porter_stemmer_it';

export { entries, stemmer };
