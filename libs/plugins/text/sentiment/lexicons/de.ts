import entries from 'natural/lib/natural/sentiment/German/pattern-sentiment-de.json';
import stemmer from 'natural/lib/natural/stemmers/porter_stemmer_de';

export { entries, stemmer };
