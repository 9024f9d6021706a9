/**
 * Public holidays by country and region: `05-01 Labour Day` is a date, `easter+1 Easter Monday` counts from Easter Sunday, and
 * `mon3/01` is the third Monday of January (`mon-1/05` the last one of May, `mon<05-25` the last one before a date, `sat>10-31` the
 * first one from a date on). Written from the laws as of 2025. Holidays that a weekend moves are `moved`.
 */
interface Country {
  days: string[];
  regions?: Record<string, string[]>;
  /** Where a holiday on a weekend moves: to the nearest weekday, or to the next one. */
  moved?: 'nearest' | 'next';
}

const CHRISTIAN = ['01-01 New Year', 'easter-2 Good Friday', 'easter+1 Easter Monday', '12-25 Christmas Day'];
const ASCENSION = 'easter+39 Ascension Day';
const WHIT_MONDAY = 'easter+50 Whit Monday';
const CORPUS_CHRISTI = 'easter+60 Corpus Christi';
const EPIPHANY = '01-06 Epiphany';
const ASSUMPTION = '08-15 Assumption Day';
const ALL_SAINTS = "11-01 All Saints' Day";
const SECOND_DAY = '12-26 Second Christmas Day';
const LABOUR_DAY = '05-01 Labour Day';
const REFORMATION = '10-31 Reformation Day';
const WOMEN = "03-08 International Women's Day";
const IMMACULATE = '12-08 Immaculate Conception';
const EASTER_MONDAY = 'easter+1 Easter Monday';
const NEW_YEAR = '01-01 New Year';
const CHRISTMAS = '12-25 Christmas Day';

export const COUNTRIES: Record<string, Country> = {
  AT: {
    days: [NEW_YEAR, EPIPHANY, EASTER_MONDAY, LABOUR_DAY, ASCENSION, WHIT_MONDAY, CORPUS_CHRISTI, ASSUMPTION].concat([
      '10-26 National Day',
      ALL_SAINTS,
      IMMACULATE,
      CHRISTMAS,
      SECOND_DAY,
    ]),
  },
  BE: {
    days: [NEW_YEAR, EASTER_MONDAY, LABOUR_DAY, ASCENSION, WHIT_MONDAY, '07-21 National Day', ASSUMPTION, ALL_SAINTS].concat([
      '11-11 Armistice Day',
      CHRISTMAS,
    ]),
  },
  CA: {
    days: [NEW_YEAR, 'easter-2 Good Friday', 'mon<05-25 Victoria Day', '07-01 Canada Day', 'mon1/09 Labour Day'].concat([
      'mon2/10 Thanksgiving',
      CHRISTMAS,
    ]),
    moved: 'next',
  },
  CH: { days: [NEW_YEAR, ASCENSION, '08-01 National Day', CHRISTMAS] },
  CZ: {
    days: [...CHRISTIAN, LABOUR_DAY, '05-08 Victory Day', '07-05 Cyril and Methodius', '07-06 Jan Hus'].concat([
      '09-28 Statehood Day',
      '10-28 Independence Day',
      '11-17 Freedom Day',
      '12-24 Christmas Eve',
      SECOND_DAY,
    ]),
  },
  DE: {
    days: [...CHRISTIAN, LABOUR_DAY, ASCENSION, WHIT_MONDAY, '10-03 Unity Day', SECOND_DAY],
    regions: {
      BB: [REFORMATION],
      BE: [WOMEN],
      BW: [EPIPHANY, CORPUS_CHRISTI, ALL_SAINTS],
      BY: [EPIPHANY, CORPUS_CHRISTI, ASSUMPTION, ALL_SAINTS],
      HB: [REFORMATION],
      HE: [CORPUS_CHRISTI],
      HH: [REFORMATION],
      MV: [WOMEN, REFORMATION],
      NI: [REFORMATION],
      NW: [CORPUS_CHRISTI, ALL_SAINTS],
      RP: [CORPUS_CHRISTI, ALL_SAINTS],
      SH: [REFORMATION],
      SL: [CORPUS_CHRISTI, ASSUMPTION, ALL_SAINTS],
      SN: [REFORMATION, 'wed<11-23 Repentance Day'],
      ST: [EPIPHANY, REFORMATION],
      TH: [REFORMATION, "09-20 Children's Day"],
    },
  },
  DK: { days: [...CHRISTIAN, 'easter-3 Maundy Thursday', ASCENSION, WHIT_MONDAY, SECOND_DAY] },
  ES: {
    days: [NEW_YEAR, EPIPHANY, 'easter-2 Good Friday', LABOUR_DAY, ASSUMPTION, '10-12 National Day', ALL_SAINTS].concat([
      '12-06 Constitution Day',
      IMMACULATE,
      CHRISTMAS,
    ]),
  },
  FI: {
    days: [...CHRISTIAN, EPIPHANY, LABOUR_DAY, ASCENSION, 'fri>06-19 Midsummer Eve', 'sat>06-20 Midsummer Day'].concat([
      "sat>10-31 All Saints' Day",
      '12-06 Independence Day',
      '12-24 Christmas Eve',
      SECOND_DAY,
    ]),
  },
  FR: {
    days: [NEW_YEAR, EASTER_MONDAY, LABOUR_DAY, '05-08 Victory Day', ASCENSION, WHIT_MONDAY, '07-14 National Day'].concat([
      ASSUMPTION,
      ALL_SAINTS,
      '11-11 Armistice Day',
      CHRISTMAS,
    ]),
  },
  GB: {
    days: [NEW_YEAR, 'easter-2 Good Friday', EASTER_MONDAY, 'mon1/05 Early May', 'mon-1/05 Spring'].concat([
      'mon-1/08 Summer',
      CHRISTMAS,
      '12-26 Boxing Day',
    ]),
    moved: 'next',
  },
  IE: {
    days: [NEW_YEAR, 'mon1/02 Saint Brigid', '03-17 Saint Patrick', EASTER_MONDAY, 'mon1/05 May Day', 'mon1/06 June'].concat([
      'mon1/08 August',
      'mon-1/10 October',
      CHRISTMAS,
      '12-26 Saint Stephen',
    ]),
  },
  IT: {
    days: [NEW_YEAR, EPIPHANY, EASTER_MONDAY, '04-25 Liberation Day', LABOUR_DAY, '06-02 Republic Day', ASSUMPTION].concat([
      ALL_SAINTS,
      IMMACULATE,
      CHRISTMAS,
      SECOND_DAY,
    ]),
  },
  NL: { days: [NEW_YEAR, EASTER_MONDAY, "04-27 King's Day", ASCENSION, WHIT_MONDAY, CHRISTMAS, SECOND_DAY] },
  NO: {
    days: [...CHRISTIAN, 'easter-3 Maundy Thursday', LABOUR_DAY, '05-17 Constitution Day', ASCENSION, WHIT_MONDAY, SECOND_DAY],
  },
  PL: {
    days: [NEW_YEAR, EPIPHANY, EASTER_MONDAY, LABOUR_DAY, '05-03 Constitution Day', CORPUS_CHRISTI, ASSUMPTION].concat([
      ALL_SAINTS,
      '11-11 Independence Day',
      CHRISTMAS,
      SECOND_DAY,
    ]),
  },
  PT: {
    days: [NEW_YEAR, 'easter-2 Good Friday', '04-25 Freedom Day', LABOUR_DAY, CORPUS_CHRISTI, '06-10 Portugal Day'].concat([
      ASSUMPTION,
      '10-05 Republic Day',
      ALL_SAINTS,
      '12-01 Independence Day',
      IMMACULATE,
      CHRISTMAS,
    ]),
  },
  SE: {
    days: [...CHRISTIAN, EPIPHANY, LABOUR_DAY, ASCENSION, '06-06 National Day', 'fri>06-19 Midsummer Eve'].concat([
      'sat>06-20 Midsummer Day',
      "sat>10-31 All Saints' Day",
      '12-24 Christmas Eve',
      SECOND_DAY,
    ]),
  },
  US: {
    days: [NEW_YEAR, 'mon3/01 Martin Luther King', "mon3/02 Washington's Birthday", 'mon-1/05 Memorial Day'].concat(
      ['06-19 Juneteenth', '07-04 Independence Day', 'mon1/09 Labor Day', 'mon2/10 Columbus Day', '11-11 Veterans Day'],
      ['thu4/11 Thanksgiving', CHRISTMAS],
    ),
    moved: 'nearest',
  },
};
