/** What a ratio or figure was meant to reach, or to stay between. */
export interface Goal {
  atLeast?: number;
  atMost?: number;
}

/** Those that `eval ocr` renders in the Latin script. */
const LANGUAGES = [
  ...['english', 'german', 'french', 'spanish', 'italian', 'portuguese'],
  ...['dutch', 'swedish', 'danish', 'polish', 'czech', 'turkish'],
];

/** By command and figure, such as `bench http ratios.vs_bare`. */
/** Vectors that `bench search` searches in. */
const SEARCHED = [10_000, 100_000, 1_000_000];

export const GOALS: Record<string, Goal> = {
  'bench series figures.forecast_s': { atMost: 10 },
  'bench series figures.entire_10000_cpu_ms': { atMost: 200 },
  'bench series figures.last_10000_cpu_ms': { atMost: 50 },
  'eval anomalies figures.nab': { atLeast: 50 },
  'eval regressors ratios.with_vs_without': { atMost: 0.9 },
  'eval regressors ratios.random_vs_without': { atMost: 1.01 },
  'bench http ratios.vs_bare': { atLeast: 0.9 },
  'bench http ratios.shares_cpu_share': { atMost: 0.02 },
  'bench http figures.health_p99_ms': { atMost: 20 },
  'bench http figures.tracing_cpu_share': { atMost: 0.02 },
  'bench uploads figures.health_p99_ms': { atMost: 20 },
  'bench uploads figures.peak_rss_mb': { atMost: 2048 },
  'bench batch ratios.vs_bare': { atLeast: 0.95 },
  'bench batch figures.engine_ms_per_item': { atMost: 1 },
  'bench compat ratios.kserve_vs_bare': { atLeast: 0.9 },
  'bench compat ratios.kserve_vs_bare_http': { atLeast: 0.9 },
  'bench compat ratios.kserve_small_vs_bare': { atLeast: 0.9 },
  ...Object.fromEntries(
    ['aws', 'deepstack', 'google', 'mcp'].map((door) => [`bench compat figures.overhead_ms_${door}`, { atMost: 1 }]),
  ),
  'bench vision ratios.vs_transformersjs_12mp': { atLeast: 1.5 },
  'bench vision ratios.vs_transformersjs_2mp': { atLeast: 1 },
  ...Object.fromEntries(
    ['rt-detr', 'clip', 'rt-detr-640', 'clip-base'].map((name) => [
      `bench added ratios.vs_onnxruntime_${name}`,
      { atMost: 1.15 },
    ]),
  ),
  'bench ocr ratios.cpu_vs_tesseract': { atMost: 1 },
  'bench documents ratios.vs_tesseract': { atLeast: 1.5 },
  'bench documents ratios.peak_rss_long_vs_short': { atMost: 1.1 },
  ...Object.fromEntries(
    ['', 'postgres_'].flatMap((on) => SEARCHED.map((size) => [`bench search figures.${on}p95_ms_${size}`, { atMost: 100 }])),
  ),
  'bench scale ratios.one_run_4_vs_1': { atLeast: 3.6 },
  'bench scale ratios.one_run_4_vs_1_sqlite': { atLeast: 3.4 },
  'bench scale ratios.nothing_4_vs_1': { atLeast: 1 },
  'bench scale figures.items_per_s_postgres': { atLeast: 3_000 },
  'bench webhooks figures.p99_ms': { atMost: 300 },
  'bench webhooks figures.p99_beside_49_hung_ms': { atMost: 1_000 },
  'bench webhooks ratios.vs_undici': { atLeast: 0.5 },
  'bench queue figures.bull_jobs_per_s_4': { atLeast: 2_000 },
  'bench queue ratios.bull_jobs_4_vs_1': { atLeast: 1.5 },
  'bench queue ratios.vs_graphile_worker': { atLeast: 0.7 },
  'bench cli figures.version_cpu_ms': { atMost: 300 },
  'bench cli figures.run_sentiment_cpu_ms': { atMost: 1_000 },
  'bench start figures.idle_mb': { atMost: 350 },
  'bench start figures.ready_ms': { atMost: 1_500 },
  'bench start ratios.idle_memory_vs_before': { atMost: 0.5 },
  'bench dashboard figures.largest_page_kb': { atMost: 350 },
  'bench dashboard figures.idle_requests_a_minute': { atMost: 6 },
  'bench dashboard figures.gallery_frames_a_second': { atLeast: 50 },
  'bench dashboard figures.axe_faults': { atMost: 0 },
  'bench dashboard figures.idle_session_requests_a_minute': { atMost: 6 },
  'bench text figures.entities_ms_10000': { atMost: 50 },
  'bench text figures.sentiment_ms_10000': { atMost: 50 },
  'bench text figures.sentiment_mixed_per_core_s': { atLeast: 150 },
  'bench text figures.entities-en_ms_10000': { atMost: 50 },
  'bench text figures.entities_http_per_s': { atLeast: 100 },
  'bench text figures.sentiment_http_per_s': { atLeast: 100 },
  'bench forecast figures.pipeline_1000_series_s': { atMost: 10 },
  'bench forecast figures.points_100000_ms': { atMost: 500 },
  'bench video ratios.vs_ffmpeg_720p': { atLeast: 0.8 },
  'bench video figures.cancelled_ms': { atMost: 1_000 },
  'eval formats ratios.resident_last_to_second': { atMost: 1.05 },
  'eval formats figures.wrong': { atMost: 0 },
  'eval formats figures.faults': { atMost: 0 },
  'eval forecast figures.owa_m3_yearly': { atMost: 0.85 },
  'eval forecast figures.owa_m3_quarterly': { atMost: 0.88 },
  'eval forecast figures.owa_m3_monthly': { atMost: 0.81 },
  ...Object.fromEntries(
    ['m3_yearly', 'm3_quarterly', 'm3_monthly', 'm3_other', 'm4_weekly', 'm4_hourly'].map((set) => [
      `eval forecast figures.coverage95_${set}`,
      { atLeast: 0.93, atMost: 0.97 },
    ]),
  ),
  ...Object.fromEntries(
    [24, 30, 36].map((months) => [`eval forecast figures.season_found_of_12_${months}_months`, { atLeast: 10 }]),
  ),
  ...Object.fromEntries(
    ['daily', 'monthly'].map((step) => [`eval forecast figures.false_seasons_${step}_random_walks`, { atMost: 0.03 }]),
  ),
  ...Object.fromEntries(
    ['classic', 'all_of_m1', 'all_of_m3', 'all_of_m4', 'all_of_tourism'].map((set) => [
      `eval intervals figures.coverage_${set}`,
      { atLeast: 0.93, atMost: 0.96 },
    ]),
  ),
  'eval classify figures.first_wrong': { atMost: 0.07 },
  'eval classify figures.silent': { atMost: 0.13 },
  'eval classify figures.first_right': { atLeast: 0.8 },
  'eval ocr figures.word_f1': { atLeast: 0.92 },
  'eval ocr figures.cer': { atMost: 0.02 },
  'eval ocr figures.special_letters_right': { atLeast: 0.98 },
  ...Object.fromEntries(
    LANGUAGES.flatMap((language) => [
      [`eval ocr figures.line_cer_${language}`, { atMost: 0.01 }],
      [`eval ocr figures.line_cer_${language}_degraded`, { atMost: 0.03 }],
    ]),
  ),
  'eval documents figures.total_accuracy': { atLeast: 0.9 },
  'eval documents figures.date_accuracy': { atLeast: 0.93 },
  'eval documents figures.merchant_accuracy': { atLeast: 0.8 },
  'eval barcodes figures.recall': { atLeast: 0.85 },
  'eval barcodes figures.false_positives': { atMost: 0 },
  'eval parity figures.differ': { atMost: 0 },
  'eval parity figures.architectures_that_differ': { atMost: 0 },
  'eval entities figures.f1_btc': { atLeast: 0.6 },
  'eval entities figures.f1_wnut17-dev': { atLeast: 0.6 },
  'eval entities figures.f1_uner_en_pud': { atLeast: 0.74 },
  'eval entities figures.f1_uner_de_pud': { atLeast: 0.76 },
  'eval entities figures.f1_ours_es': { atLeast: 0.76 },
  'eval entities figures.f1_btc_ORGANIZATION': { atLeast: 0.45 },
  'eval entities figures.f1_wnut17-dev_ORGANIZATION': { atLeast: 0.45 },
  'eval language figures.accuracy_phrases': { atLeast: 0.96 },
  'eval teach ratios.vs_sklearn': { atLeast: 0.98 },
  'eval teach figures.accuracy_caltech_10_pictures_a_class': { atLeast: 0.96 },
  'eval teach figures.named_far': { atMost: 0.08 },
  'eval teach figures.named_close': { atMost: 0.3 },
  'eval teach figures.told_within_3_points_3_classes_of_66': { atLeast: 0.95 },
  'eval teach figures.told_within_3_points_10_classes_of_20': { atLeast: 0.95 },
  // Of 80 draws chance makes anything from 0.90 on of 19 of 20.
  'eval teach figures.told_interval_holds': { atLeast: 0.9 },
  'eval teach figures.seconds': { atMost: 60 },
  'eval duplicates figures.f1_default': { atLeast: 0.98 },
  ...Object.fromEntries(
    ['metadata_after', 'thumbnails_after', 'faces_after_large', 'labelled_after'].map((what) => [
      `eval redact figures.${what}`,
      { atMost: 0 },
    ]),
  ),
  'eval sentiment figures.hard_right': { atLeast: 0.727 },
  'eval entities ratios.vs_compromise_btc': { atLeast: 1 },
  'eval entities ratios.vs_compromise_wnut17-dev': { atLeast: 1 },
  'eval sentiment figures.macro_f1_tweeteval-val': { atLeast: 0.58 },
};

/** Figures of the pages, by command. A measurement that is not here shows those that have a goal. */
export const SHOWN: Record<string, string[]> = {
  'bench queue': [
    ...['ratios.embedded_runs_4_vs_1', 'ratios.bull_runs_4_vs_1', 'ratios.vs_graphile_worker', 'ratios.bull_jobs_4_vs_1'],
    ...['figures.embedded_jobs_per_s_1', 'figures.bull_jobs_per_s_4', 'figures.graphile_jobs_per_s_4'],
  ],
  'bench ocr': ['ratios.cpu_vs_tesseract'],
  'bench search': [
    ...['p95_ms', 'postgres_p95_ms', 'sqlite_vec_p95_ms', 'pgvector_p95_ms'].flatMap((figure) =>
      SEARCHED.map((size) => `figures.${figure}_${size}`),
    ),
    ...['pgvector_service', 'hnswlib', 'pgvector_hnsw'].flatMap((of) =>
      ['p95_ms', 'found'].map((figure) => `figures.${of}_${figure}_100000`),
    ),
  ],
  'bench forecast': ['ratios.speed_vs_ets', 'figures.pipeline_1000_series_s', 'figures.points_100000_ms'],
  'eval faces': ['figures.recall', 'figures.precision', 'figures.faces'],
  'eval teach': [
    'ratios.vs_sklearn',
    ...['caltech_5', 'caltech_10', 'scenes_5', 'scenes_10', 'scenes_20', 'digits_66', 'digits_20'].map(
      (set) => `figures.accuracy_${set}_pictures_a_class`,
    ),
    ...['named_own', 'named_far', 'named_close', 'seconds'].map((figure) => `figures.${figure}`),
    ...['', '_by_chance'].flatMap((by) =>
      ['', '_3_classes_of_66', '_10_classes_of_20'].map((of) => `figures.told_within_3_points${of}${by}`),
    ),
    'figures.told_interval_holds',
  ],
  'eval duplicates': ['figures.f1_default', 'figures.f1_default_mirrored_too', 'figures.pictures'],
  'eval redact': [
    ...['files', 'labelled', 'labelled_after'],
    ...['metadata', 'thumbnails', 'faces', 'second_detector'].flatMap((what) => [`${what}_before`, `${what}_after`]),
    'faces_after_large',
  ].map((figure) => `figures.${figure}`),
  'eval recognise': [
    'figures.threshold',
    'figures.strangers',
    'figures.false_accepts',
    'figures.false_accepts_at_most',
    'figures.same',
    'figures.false_rejects',
    'figures.false_rejects_at_most',
  ],
  'eval emotions': ['figures.right_whole', 'figures.right_tight', 'figures.right_small', 'figures.faces'],
  'eval detect': ['subjects_found_imagenet', 'subjects_found_caltech', 'wrong_of_known', 'wrong_of_unknown'].flatMap((kind) =>
    ['', '_at_0_8', '_at_0_9'].map((limit) => `figures.${kind}${limit}`),
  ),
  'eval forecast': ['m3_yearly', 'm3_quarterly', 'm3_monthly', 'm3_other', 'm4_weekly', 'm4_hourly']
    .flatMap((set) => [`figures.owa_${set}`, `figures.coverage95_${set}`])
    .concat([24, 30, 36].map((months) => `figures.season_found_of_12_${months}_months`)),
  'eval intervals': ['classic', 'all_of_m1', 'all_of_m3', 'all_of_m4', 'all_of_tourism'].map((set) => `figures.coverage_${set}`),
  'eval ocr': [
    'cer',
    'word_f1',
    'line_recall',
    'lines_exactly_right',
    'confidence_error',
    'special_letters_right',
    'chinese_characters_right',
  ].map((figure) => `figures.${figure}`),
  'eval sentiment': ['english', 'tweeteval-val', 'french', 'german', 'italian', 'portuguese', 'spanish']
    .map((set) => `figures.macro_f1_${set}`)
    .concat('figures.hard_right', 'figures.ece'),
  'eval entities': [
    ...['btc', 'wnut17-dev'].flatMap((set) => [
      ...['', '_PERSON', '_ORGANIZATION', '_LOCATION', '_compromise'].map((type) => `figures.f1_${set}${type}`),
      `ratios.vs_compromise_${set}`,
    ]),
    ...['da_ddt', 'de_pud', 'en_ewt', 'en_pud', 'hr_set', 'pt_bosque', 'pt_pud', 'sv_pud', 'sv_talbanken'].flatMap((set) =>
      ['', '_entities-en'].map((model) => `figures.f1_uner_${set}${model}`),
    ),
    ...['de', 'en', 'es', 'fr', 'it', 'nl', 'pl'].map((language) => `figures.f1_ours_${language}`),
  ],
  'eval language': ['phrases', 'all', 'pieces'].map((set) => `figures.accuracy_${set}`),
  'eval video': ['as_ffprobe', 'scene_right', 'scene_silent', 'scene_wrong']
    .map((figure) => `figures.${figure}`)
    .concat(['right', 'silent', 'wrong'].map((judged) => `figures.main_activity_${judged}`)),
};
