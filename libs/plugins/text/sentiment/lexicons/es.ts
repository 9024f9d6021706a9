import entries from 'natural/lib/natural/sentiment/Spanish/afinnShortSortedSpanish.json';
import stemmer from 'natural/lib/natural/stemmers/porter_stemmer_es';

export { entries, stemmer };
