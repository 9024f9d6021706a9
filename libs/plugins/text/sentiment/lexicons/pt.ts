import entries from 'natural/lib/natural/sentiment/Portuguese/afinnShortSortedPortuguese.json';
import stemmer from 'natural/lib/natural/stemmers/porter_stemmer_pt';

export { entries, stemmer };
