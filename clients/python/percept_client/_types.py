"""Generated from /openapi.json by `npm run clients`; not edited by hand."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict


class AcceptedAnalysisResponse(TypedDict):
    id: str
    status: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    status_url: str


class AcceptedRunResponse(TypedDict):
    id: str
    status: Literal["queued", "running", "succeeded", "partial", "failed", "cancelled"]
    status_url: str


class AggregateRowsRequest(TypedDict):
    rows: list[dict[str, Any]]
    by: NotRequired[list[str]]
    count: NotRequired[str]
    sum: NotRequired[dict[str, str]]
    mean: NotRequired[dict[str, str]]
    min: NotRequired[dict[str, str]]
    max: NotRequired[dict[str, str]]


class AggregateRowsResponse(TypedDict):
    rows: list[dict[str, Any]]
    rows_read: int
    processing_time_ms: int


class AnalysisError(TypedDict):
    code: str
    message: str
    details: NotRequired[dict[str, Any]]


class AnalysisProgress(TypedDict):
    processed_frames: int
    total_frames: int
    percent: float
    eta_seconds: float | None


class AnalysisResponse(TypedDict):
    id: str
    status: Literal["queued", "running", "succeeded", "failed", "cancelled"]
    status_url: str
    capability: str
    created_at: str
    ended_at: str | None
    result: dict[str, Any] | None
    progress: AnalysisProgress | None
    error: AnalysisError | None


class AnalyzeImageForm(TypedDict):
    image: bytes
    features: NotRequired[list[Literal["objects", "faces", "text", "colors"]]]
    include_metadata: NotRequired[bool]
    model: NotRequired[str]
    detail: NotRequired[Literal["low", "normal", "high"]]
    landmarks: NotRequired[bool]
    text_model: NotRequired[str]
    text_level: NotRequired[Literal["line", "word", "character"]]


class AnalyzeImageRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    features: NotRequired[list[Literal["objects", "faces", "text", "colors"]]]
    include_metadata: NotRequired[bool]
    model: NotRequired[str]
    detail: NotRequired[Literal["low", "normal", "high"]]
    landmarks: NotRequired[bool]
    text_model: NotRequired[str]
    text_level: NotRequired[Literal["line", "word", "character"]]


class AnalyzeImageResponse(TypedDict):
    objects: NotRequired[list[AnalyzedObject]]
    faces: NotRequired[list[AnalyzedFace]]
    text: NotRequired[list[TextLine]]
    colors: NotRequired[list[AnalyzedColor]]
    metadata: NotRequired[Metadata]
    processing_time_ms: int


class AnalyzeSentimentRequest(TypedDict):
    text: str
    language: NotRequired[str]
    detailed: NotRequired[bool]
    model: NotRequired[Literal["sentiment", "sentiment-fast"]]


class AnalyzeSentimentResponse(TypedDict):
    sentiment: Literal["negative", "neutral", "positive"]
    confidence: float
    scores: SentimentScores
    entities: list[JudgedEntity]
    language: str
    language_confidence: float
    sentences: NotRequired[list[JudgedSentence]]
    warnings: NotRequired[list[str]]
    processing_time_ms: int


class AnalyzeVideoForm(TypedDict):
    video: bytes
    frame_interval: NotRequired[int]
    features: NotRequired[list[Literal["objects", "activities", "scenes"]]]


class AnalyzeVideoRequest(TypedDict):
    video: NotRequired[str | Path | bytes]
    video_url: NotRequired[str]
    video_data: NotRequired[str]
    frame_interval: NotRequired[int]
    features: NotRequired[list[Literal["objects", "activities", "scenes"]]]


class AnalyzeVideoResponse(TypedDict):
    video_info: VideoInfo
    timeline: list[TimelineEntry]
    scenes: NotRequired[list[SceneSpan]]
    tracks: NotRequired[list[ObjectTrack]]
    summary: VideoSummary
    processing_time_ms: int


class AnalyzedColor(TypedDict):
    hex: str
    rgb: ColorValue
    name: str
    fraction: float


class AnalyzedFaceLandmarksValue(TypedDict):
    x: float
    y: float


class AnalyzedFace(TypedDict):
    confidence: float
    bounding_box: Box
    landmarks: NotRequired[dict[str, AnalyzedFaceLandmarksValue]]
    emotions: dict[str, float]


class AnalyzedObject(TypedDict):
    confidence: float
    bounding_box: Box
    name: str


class AnnotateImageForm(TypedDict):
    image: bytes
    draw: NotRequired[list[Literal["objects", "faces", "text"]]]
    boxes: NotRequired[list[dict[str, Any]]]
    labels: NotRequired[Literal["name_and_confidence", "name", "none"]]
    min_confidence: NotRequired[float]
    format: NotRequired[Literal["jpeg", "png"]]
    max_side: NotRequired[int]


class AnnotateImageRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    draw: NotRequired[list[Literal["objects", "faces", "text"]]]
    boxes: NotRequired[list[dict[str, Any]]]
    labels: NotRequired[Literal["name_and_confidence", "name", "none"]]
    min_confidence: NotRequired[float]
    format: NotRequired[Literal["jpeg", "png"]]
    max_side: NotRequired[int]


class AnnotateImageResponse(TypedDict):
    image_data: str
    media_type: Literal["image/jpeg", "image/png"]
    boxes: list[DrawnBox]
    image_properties: ImageProperties
    processing_time_ms: int


class AnomaliesOfSeries(TypedDict):
    id: str
    error: NotRequired[SeriesError]
    points: NotRequired[list[JudgedPoint]]
    total_anomalies: NotRequired[int]
    model_info: NotRequired[AnomalyModelInfo]


class AnomalyModelInfo(TypedDict):
    algorithm: str
    seasonality_period: int
    points_used: int
    points_missing: int


class AttemptResponse(TypedDict):
    number: int
    at: str
    duration_ms: int
    status: int | None
    reason: str | None
    request_headers: dict[str, str] | None
    response_body: str | None
    response_headers: dict[str, str] | None


class AuditEntryResponse(TypedDict):
    id: str
    at: str
    actor_kind: Literal["key", "administrator", "command_line", "anyone"]
    actor_id: str
    actor_name: str
    action: str
    target: str | None
    address: str | None
    request_id: str | None


class BacktestForecastRequestData(TypedDict):
    timestamp: str
    value: float


class BacktestForecastRequest(TypedDict):
    data: list[BacktestForecastRequestData]
    periods: int
    origins: NotRequired[int]
    step: NotRequired[int]
    season_length: NotRequired[int]
    confidence_interval: NotRequired[float]
    compare: NotRequired[list[OtherMethod]]


class BacktestForecastResponse(TypedDict):
    methods: list[MethodScores]
    origins: list[str]
    forecasts: list[BacktestedValue]
    values_scored: int
    processing_time_ms: int


class BacktestedValue(TypedDict):
    origin: str
    timestamp: str
    value: float
    predicted_value: float
    lower_bound: float
    upper_bound: float


class Barcode(TypedDict):
    format: Literal["aztec", "codabar", "code_32", "code_39", "code_93", "code_128", "data_matrix", "databar", "databar_expanded", "databar_limited", "dx_film_edge", "ean_8", "ean_13", "itf", "maxicode", "micro_pdf417", "micro_qr_code", "pdf417", "qr_code", "rm_qr_code", "telepen", "upc_a", "upc_e"]
    text: str
    bytes: str
    bounding_box: Box
    polygon: list[PolygonPoint]


class BatchCompletedEventDataCounts(TypedDict):
    total: int
    succeeded: int
    failed: int


class BatchCompletedEventDataOutput(TypedDict):
    name: str
    path: str
    rows: int


class BatchCompletedEventData(TypedDict):
    test: NotRequired[bool]
    run_id: str
    pipeline: str
    revision: str
    counts: BatchCompletedEventDataCounts
    duration_ms: int
    status: Literal["succeeded", "partial"]
    outputs: NotRequired[list[BatchCompletedEventDataOutput]]
    result_url: NotRequired[str]


class BatchCompletedEvent(TypedDict):
    """A pipeline run has ended well, or with some failed items."""

    id: str
    type: Literal["batch.completed"]
    created_at: str
    data: BatchCompletedEventData


class BatchFailedEventDataCounts(TypedDict):
    total: int
    succeeded: int
    failed: int


class BatchFailedEventData(TypedDict):
    test: NotRequired[bool]
    run_id: str
    pipeline: str
    revision: str
    counts: BatchFailedEventDataCounts
    duration_ms: int
    status: Literal["failed", "cancelled"]
    error: str


class BatchFailedEvent(TypedDict):
    """A pipeline run failed or was cancelled."""

    id: str
    type: Literal["batch.failed"]
    created_at: str
    data: BatchFailedEventData


class BatchStartedEventData(TypedDict):
    test: NotRequired[bool]
    run_id: str
    pipeline: str
    revision: str
    inputs: NotRequired[dict[str, Any]]
    result_url: NotRequired[str]
    retry: NotRequired[bool]


class BatchStartedEvent(TypedDict):
    """A pipeline run was accepted."""

    id: str
    type: Literal["batch.started"]
    created_at: str
    data: BatchStartedEventData


class BeginTotpRequest(TypedDict):
    current_password: str


class Bounds(TypedDict):
    lower: NotRequired[float]
    upper: NotRequired[float]


class Box(TypedDict):
    x: int
    y: int
    width: int
    height: int


class CapabilityCost(TypedDict):
    capability: str
    requests: int
    total_ms: int


class CapabilityResponse(TypedDict):
    id: str
    path: str
    summary: str
    accepts: Literal["image", "video", "document", None]
    model_tasks: list[str]
    description: str | None
    media_fields: list[str]
    input: dict[str, Any]
    output: dict[str, Any]
    examples: list[Any]


class CapabilitySummaryResponse(TypedDict):
    id: str
    path: str
    summary: str
    accepts: Literal["image", "video", "document", None]
    model_tasks: list[str]


class CatalogueModelResponse(TypedDict):
    name: str
    summary: str
    measured: str | None
    task: str
    licence: str
    bytes: int
    present: bool
    pull: PullResponse | None


class Changepoint(TypedDict):
    timestamp: str
    kind: Literal["level", "trend", "variance", "season"]
    confidence: float
    before: float
    after: float


class ChangepointModelInfo(TypedDict):
    algorithm: str
    seasonality_period: int
    points_used: int
    points_filled: int


class ChangepointsOfSeries(TypedDict):
    id: str
    error: NotRequired[SeriesError]
    changepoints: NotRequired[list[Changepoint]]
    model_info: NotRequired[ChangepointModelInfo]


class ClassificationEntry(TypedDict):
    label: str
    confidence: float
    category: str
    parents: NotRequired[list[str]]


class ClassifyImageForm(TypedDict):
    image: bytes
    max_results: NotRequired[int]
    confidence_threshold: NotRequired[float]
    labels: NotRequired[list[str]]
    prompts: NotRequired[list[str]]
    model: NotRequired[str]


class ClassifyImageRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    max_results: NotRequired[int]
    confidence_threshold: NotRequired[float]
    labels: NotRequired[list[str]]
    prompts: NotRequired[list[str]]
    model: NotRequired[str]
    min_confidence: NotRequired[float]


class ClassifyImageResponse(TypedDict):
    classifications: list[ClassificationEntry]
    nearest: NotRequired[list[ClassificationEntry]]
    image_properties: ImageProperties
    processing_time_ms: int


class ClassifyTextRequest(TypedDict):
    text: str
    model: NotRequired[str]
    labels: NotRequired[list[str]]
    descriptions: NotRequired[dict[str, str]]
    max_results: NotRequired[int]
    confidence_threshold: NotRequired[float]
    min_confidence: NotRequired[float]


class ClassifyTextResponse(TypedDict):
    classifications: list[TextClass]
    nearest: NotRequired[list[TextClass]]
    warnings: NotRequired[list[str]]
    processing_time_ms: int


class CollectionChanges(TypedDict):
    name: NotRequired[str]
    keep_pictures: NotRequired[bool]
    keep_days: NotRequired[int]


class CollectionDetailResponse(TypedDict):
    id: str
    name: str
    kind: Literal["pictures", "states", "texts", "faces"]
    model: str | None
    model_version: str | None
    entries: int
    keep_pictures: bool
    keep_days: int
    created_at: str
    updated_at: str
    searched_in: Literal["memory", "database"]
    labels: list[LabelCount]
    training: TrainingResponse | None


class CollectionRequest(TypedDict):
    name: str
    kind: NotRequired[Literal["pictures", "states", "texts", "faces"]]
    keep_pictures: NotRequired[bool]
    keep_days: NotRequired[int]


class CollectionResponse(TypedDict):
    id: str
    name: str
    kind: Literal["pictures", "states", "texts", "faces"]
    model: str | None
    model_version: str | None
    entries: int
    keep_pictures: bool
    keep_days: int
    created_at: str
    updated_at: str


class ColorValue(TypedDict):
    r: int
    g: int
    b: int


Confused = TypedDict("Confused", {"label": "str", "as": "str", "entries": "list[str]"})


class ContentSpan(TypedDict):
    offset: int
    length: int


class CorrectedField(TypedDict):
    path: str
    value: NotRequired[Any]
    was: NotRequired[Any]
    at: str
    by: str


class CorrectedValue(TypedDict):
    path: str
    value: str | float | bool | None


class CorrectionRequest(TypedDict):
    corrections: list[CorrectedValue]


class CreateKeyRequest(TypedDict):
    name: str
    plan: NotRequired[Literal["free", "pro", "enterprise"]]
    monthly_limit: NotRequired[int]
    scopes: NotRequired[list[Literal["predict", "pipelines", "webhooks", "admin", "customer"]]]
    expires_at: NotRequired[str]
    kind: NotRequired[Literal["live", "test"]]
    aws: NotRequired[bool]


class CreateProjectRequest(TypedDict):
    name: str
    plan: NotRequired[Literal["free", "pro", "enterprise"]]
    monthly_limit: NotRequired[int]


class CreateWebhookRequest(TypedDict):
    description: NotRequired[str]
    filter: NotRequired[str]
    rate_per_second: NotRequired[int]
    max_attempts: NotRequired[int]
    headers: NotRequired[dict[str, str]]
    url: str
    events: NotRequired[list[str]]
    secret: NotRequired[str]


class CreatedKeyResponse(TypedDict):
    id: str
    project_id: str
    name: str
    prefix: str
    aws_access_key_id: str | None
    plan: Literal["free", "pro", "enterprise"]
    monthly_limit: int
    scopes: list[Literal["predict", "pipelines", "webhooks", "admin", "customer"]]
    created_at: str
    expires_at: str | None
    revoked_at: str | None
    last_used_at: str | None
    key: str
    aws_secret_access_key: NotRequired[str]


class CreatedWebhookResponse(TypedDict):
    id: str
    url: str
    events: list[str]
    description: str | None
    active: bool
    disabled_reason: str | None
    filter: str | None
    rate_per_second: int | None
    max_attempts: int | None
    header_names: list[str]
    old_secret_until: str | None
    failing_since: NotRequired[str]
    circuit: Literal["closed", "open", "half_open"]
    circuit_until: str | None
    created_at: str
    updated_at: str
    secret: str


class Crop(TypedDict):
    x: int
    y: int
    width: int
    height: int


class CustomerDay(TypedDict):
    day: str
    requests: int
    errors: int


class CustomerDelivery(TypedDict):
    id: str
    webhook_id: str
    event_type: str
    state: str
    created_at: str
    attempts: int
    status: int | None


class CustomerEndpoint(TypedDict):
    id: str
    url: str
    description: str | None
    events: list[str]
    active: bool
    success_rate: float | None
    attempts: int


class CustomerResponse(TypedDict):
    name: str
    colour: str
    project: str
    expires_at: str | None
    webhooks: list[CustomerEndpoint]
    deliveries: list[CustomerDelivery]
    usage: list[CustomerDay]


class DayUsage(TypedDict):
    requests: int
    errors: int
    day: str
    dashboard: RequestCounts


class DeleteEntriesResponse(TypedDict):
    deleted: int


class DeliveryDetailsResponse(TypedDict):
    id: str
    webhook_id: str
    event_id: str
    event_type: str
    state: Literal["pending", "sending", "retrying", "succeeded", "exhausted", "held", "cancelled"]
    created_at: str
    next_attempt_at: str | None
    ended_at: str | None
    attempts: list[AttemptResponse]
    payload: dict[str, Any]


class DeliveryResponse(TypedDict):
    id: str
    webhook_id: str
    event_id: str
    event_type: str
    state: Literal["pending", "sending", "retrying", "succeeded", "exhausted", "held", "cancelled"]
    created_at: str
    next_attempt_at: str | None
    ended_at: str | None
    attempts: list[AttemptResponse]


class DetectAnomaliesInManyRequest(TypedDict):
    mode: NotRequired[Literal["entire", "last"]]
    sensitivity: NotRequired[float]
    season_length: NotRequired[int]
    series: list[SentSeries]
    anomalies_only: NotRequired[bool]


class DetectAnomaliesInManyResponse(TypedDict):
    series_answered: int
    series_failed: int
    series: list[AnomaliesOfSeries]
    processing_time_ms: int


class DetectAnomaliesInRowsRequest(TypedDict):
    rows: list[dict[str, Any]]
    by: NotRequired[list[str]]
    time: NotRequired[str]
    value: NotRequired[str]
    mode: NotRequired[Literal["entire", "last"]]
    sensitivity: NotRequired[float]
    season_length: NotRequired[int]
    anomalies_only: NotRequired[bool]


class DetectAnomaliesInRowsResponse(TypedDict):
    rows: list[dict[str, Any]]
    rows_read: int
    groups: int
    groups_skipped: int
    skipped: list[str]
    processing_time_ms: int


class DetectAnomaliesRequestData(TypedDict):
    timestamp: str
    value: float


class DetectAnomaliesRequest(TypedDict):
    mode: NotRequired[Literal["entire", "last"]]
    sensitivity: NotRequired[float]
    season_length: NotRequired[int]
    data: list[DetectAnomaliesRequestData]


class DetectAnomaliesResponse(TypedDict):
    points: list[JudgedPoint]
    total_anomalies: int
    model_info: AnomalyModelInfo
    processing_time_ms: int


class DetectChangepointsInManyRequest(TypedDict):
    min_confidence: NotRequired[float]
    season_length: NotRequired[int]
    series: list[SentSeries]


class DetectChangepointsInManyResponse(TypedDict):
    series_answered: int
    series_failed: int
    series: list[ChangepointsOfSeries]
    processing_time_ms: int


class DetectChangepointsRequestData(TypedDict):
    timestamp: str
    value: float


class DetectChangepointsRequest(TypedDict):
    min_confidence: NotRequired[float]
    season_length: NotRequired[int]
    data: list[DetectChangepointsRequestData]


class DetectChangepointsResponse(TypedDict):
    changepoints: list[Changepoint]
    model_info: ChangepointModelInfo
    processing_time_ms: int


class DetectObjectsForm(TypedDict):
    image: bytes
    min_confidence: NotRequired[float]
    object_types: NotRequired[list[str]]
    detail: NotRequired[Literal["low", "normal", "high"]]
    model: NotRequired[str]


class DetectObjectsRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    min_confidence: NotRequired[float]
    object_types: NotRequired[list[str]]
    detail: NotRequired[Literal["low", "normal", "high"]]
    model: NotRequired[str]
    confidence_threshold: NotRequired[float]
    objects: NotRequired[list[str]]


class DetectObjectsResponse(TypedDict):
    detections: list[Detection]
    total_objects: int
    processing_time_ms: int


class Detection(TypedDict):
    object: str
    confidence: float
    bounding_box: Box


class DocumentBarcode(TypedDict):
    polygon: list[PagePoint]
    format: Literal["aztec", "codabar", "code_32", "code_39", "code_93", "code_128", "data_matrix", "databar", "databar_expanded", "databar_limited", "dx_film_edge", "ean_8", "ean_13", "itf", "maxicode", "micro_pdf417", "micro_qr_code", "pdf417", "qr_code", "rm_qr_code", "telepen", "upc_a", "upc_e"]
    text: str
    bytes: str


class DocumentFields(TypedDict):
    merchant: NotRequired[TextField | None]
    address: NotRequired[TextField | None]
    phone: NotRequired[TextField | None]
    date: NotRequired[TextField | None]
    time: NotRequired[TextField | None]
    due_date: NotRequired[TextField | None]
    total: NotRequired[NumberField | None]
    subtotal: NotRequired[NumberField | None]
    tax: NotRequired[NumberField | None]
    tip: NotRequired[NumberField | None]
    currency: NotRequired[TextField | None]
    payment: NotRequired[TextField | None]
    invoice_number: NotRequired[TextField | None]
    order_number: NotRequired[TextField | None]
    iban: NotRequired[TextField | None]
    vat_id: NotRequired[TextField | None]


class DocumentItem(TypedDict):
    text: TextField
    quantity: NotRequired[NumberField | None]
    unit_price: NotRequired[NumberField | None]
    amount: NumberField


class DocumentKeyValue(TypedDict):
    key: str
    value: str
    key_line: int
    value_lines: list[int]


class DocumentLine(TypedDict):
    polygon: list[PagePoint]
    text: str
    confidence: float
    words: NotRequired[list[DocumentWord]]
    span: ContentSpan


class DocumentPage(TypedDict):
    number: int
    width: float
    height: float
    unit: Literal["inch", "pixel"]
    angle: float
    source: Literal["text_layer", "ocr", "none"]
    lines: list[DocumentLine]
    rows: list[DocumentRow]
    paragraphs: list[DocumentParagraph]
    tables: list[DocumentTable]
    key_values: list[DocumentKeyValue]
    barcodes: NotRequired[list[DocumentBarcode]]


class DocumentParagraph(TypedDict):
    polygon: list[PagePoint]
    text: str
    role: NotRequired[Literal["title", "heading"]]
    lines: list[int]


class DocumentRow(TypedDict):
    polygon: list[PagePoint]
    text: str
    lines: list[int]


class DocumentTable(TypedDict):
    polygon: list[PagePoint]
    row_count: int
    column_count: int
    cells: list[TableCell]


class DocumentWord(TypedDict):
    polygon: list[PagePoint]
    text: str
    confidence: float


class DrawnBox(TypedDict):
    label: str
    bounding_box: Box


class DuplicateGroup(TypedDict):
    entries: list[EntryResponse]
    similarity: float


class DuplicatesRequest(TypedDict):
    min_similarity: NotRequired[float]


class EarlierAttempt(TypedDict):
    number: int
    status: Literal["queued", "running", "succeeded", "partial", "failed", "cancelled"]
    error: str | None
    started_at: str | None
    ended_at: str | None
    failed: int
    failures: list[EarlierFailure]
    steps: list[RunStepView]
    retried_at: str
    retried_by: RetriedBy


class EarlierFailure(TypedDict):
    step: str
    code: str
    reason: str
    item: str
    ended_at: str | None


EdgeView = TypedDict("EdgeView", {"from": "str", "to": "str"})


class EmbedImageForm(TypedDict):
    image: bytes
    crop: NotRequired[Crop]
    thumbnail: NotRequired[int]
    model: NotRequired[str]


class EmbedImageRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    crop: NotRequired[Crop]
    thumbnail: NotRequired[int]
    model: NotRequired[str]


class EmbedImageResponse(TypedDict):
    embedding: list[float]
    dimensions: int
    model: EmbeddingModel
    thumbnail: NotRequired[str]
    image_properties: ImageProperties
    processing_time_ms: int


class EmbedTextRequest(TypedDict):
    text: str
    model: NotRequired[str]


class EmbedTextResponse(TypedDict):
    embedding: list[float]
    dimensions: int
    tokens: int
    model: TextEmbeddingModel
    warnings: NotRequired[list[str]]
    processing_time_ms: int


class EmbeddingModel(TypedDict):
    name: str
    version: str


class Entity(TypedDict):
    text: str
    type: str
    confidence: float
    start: int
    end: int


class EntryChanges(TypedDict):
    label: NotRequired[str]
    metadata: NotRequired[dict[str, Any]]


class EntryResponse(TypedDict):
    id: str
    label: str | None
    text: str | None
    metadata: dict[str, Any]
    picture_url: str | None
    created_at: str
    expires_at: str | None


class ErrorErrorDetailsFinding(TypedDict):
    file: str
    line: int
    column: int
    message: str


class ErrorErrorDetails(TypedDict):
    field: str
    reason: str
    findings: NotRequired[list[ErrorErrorDetailsFinding]]


class ErrorError(TypedDict):
    code: Literal["INVALID_REQUEST", "UNSUPPORTED_MEDIA", "MEDIA_FETCH_FAILED", "UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND", "CONFLICT", "PAYLOAD_TOO_LARGE", "RATE_LIMITED", "QUOTA_EXCEEDED", "INTERNAL", "OVERLOADED", "TIMEOUT"]
    message: str
    details: NotRequired[ErrorErrorDetails]
    request_id: str


class Error(TypedDict):
    error: ErrorError


Event: TypeAlias = "PredictionCompletedEvent | PredictionFailedEvent | BatchStartedEvent | BatchCompletedEvent | BatchFailedEvent | QuotaThresholdReachedEvent | SystemNotificationEvent"


class EventSchemaResponse(TypedDict):
    type: Literal["prediction.completed", "prediction.failed", "batch.started", "batch.completed", "batch.failed", "quota.threshold_reached", "system.notification"]
    version: int
    schema: dict[str, Any]


class Exif(TypedDict):
    camera_make: NotRequired[str]
    camera_model: NotRequired[str]
    lens_make: NotRequired[str]
    lens_model: NotRequired[str]
    exposure_time: NotRequired[float]
    f_number: NotRequired[float]
    iso: NotRequired[float]
    exposure_bias: NotRequired[float]
    focal_length: NotRequired[float]
    focal_length_35mm: NotRequired[float]
    flash_fired: NotRequired[bool]
    captured_at: NotRequired[str]
    gps: NotRequired[GpsPosition]


class FaceLandmarksValue(TypedDict):
    x: float
    y: float


class Face(TypedDict):
    confidence: float
    bounding_box: Box
    landmarks: NotRequired[dict[str, FaceLandmarksValue]]
    emotions: NotRequired[dict[str, float]]


class FindDuplicatesResponse(TypedDict):
    groups: list[DuplicateGroup]


class FindEntitiesRequest(TypedDict):
    text: str
    types: NotRequired[list[str]]
    model: NotRequired[str]


class FindEntitiesResponse(TypedDict):
    entities: list[Entity]
    warnings: NotRequired[list[str]]
    processing_time_ms: int


class ForecastModelInfo(TypedDict):
    algorithm: str
    accuracy_score: float
    trend: Literal["increasing", "decreasing", "stable"]
    seasonality_period: int
    points_used: int
    points_filled: int
    mase: NotRequired[float]
    bounds: Bounds
    level_since: NotRequired[str]
    holidays: NotRequired[list[HolidayEffect]]
    regressors: NotRequired[list[RegressorEffect]]


class ForecastOfSeries(TypedDict):
    id: str
    error: NotRequired[SeriesError]
    predictions: NotRequired[list[Prediction]]
    model_info: NotRequired[ForecastModelInfo]


class ForecastRowsRequest(TypedDict):
    rows: list[dict[str, Any]]
    by: NotRequired[list[str]]
    time: NotRequired[str]
    value: NotRequired[str]
    periods: int
    season_length: NotRequired[int]
    confidence_interval: NotRequired[float]
    non_negative: NotRequired[bool]
    integer: NotRequired[bool]


class ForecastRowsResponse(TypedDict):
    rows: list[dict[str, Any]]
    rows_read: int
    groups: int
    groups_skipped: int
    skipped: list[str]
    processing_time_ms: int


class FoundEntry(TypedDict):
    id: str
    label: str | None
    text: str | None
    metadata: dict[str, Any]
    picture_url: str | None
    created_at: str
    expires_at: str | None
    similarity: float


class GpsPosition(TypedDict):
    latitude: float
    longitude: float
    altitude: NotRequired[float]


class HolidayDate(TypedDict):
    date: str
    name: NotRequired[str]


class HolidayEffect(TypedDict):
    name: str
    effect: float
    days: int


class Holidays(TypedDict):
    country: NotRequired[str]
    region: NotRequired[str]
    dates: NotRequired[list[HolidayDate]]
    closed: NotRequired[bool]


class HookAddressResponse(TypedDict):
    id: str
    url: str


class ImageProperties(TypedDict):
    width: int
    height: int
    format: Literal["jpeg", "png", "webp", "bmp"]


class ImportResponse(TypedDict):
    added: int


class InputView(TypedDict):
    name: str
    type: str
    description: NotRequired[str]
    default: NotRequired[Any]
    min: NotRequired[float]
    max: NotRequired[float]
    options: NotRequired[list[Any]]


class ItemCounts(TypedDict):
    total: int
    pending: int
    running: int
    succeeded: int
    failed: int
    cached: int


class ItemError(TypedDict):
    step: str
    code: str
    reason: str


class ItemFailure(TypedDict):
    step: str
    code: str
    reason: str
    item: str


class JoinRowsRequest(TypedDict):
    left: list[dict[str, Any]]
    right: list[dict[str, Any]]
    on: list[str]
    how: NotRequired[Literal["inner", "left", "anti"]]


class JoinRowsResponse(TypedDict):
    rows: list[dict[str, Any]]
    rows_read: int
    processing_time_ms: int


class JudgedEntity(TypedDict):
    text: str
    type: str
    sentiment: Literal["negative", "neutral", "positive"]


class JudgedPoint(TypedDict):
    timestamp: str
    value: float
    is_anomaly: bool
    score: float
    expected_value: float
    lower_bound: float
    upper_bound: float
    severity: Literal["none", "low", "medium", "high"]
    direction: NotRequired[Literal["above", "below"]]
    kind: NotRequired[Literal["point", "level_shift", "trend", "season"]]


class JudgedSentence(TypedDict):
    text: str
    start: int
    end: int
    sentiment: Literal["negative", "neutral", "positive"]
    confidence: float
    scores: SentimentScores


class KeyCapability(TypedDict):
    capability: str
    requests: int
    total_ms: int


class KeyResponse(TypedDict):
    id: str
    project_id: str
    name: str
    prefix: str
    aws_access_key_id: str | None
    plan: Literal["free", "pro", "enterprise"]
    monthly_limit: int
    scopes: list[Literal["predict", "pipelines", "webhooks", "admin", "customer"]]
    created_at: str
    expires_at: str | None
    revoked_at: str | None
    last_used_at: str | None


class KeyUsage(TypedDict):
    requests: int
    errors: int
    key_id: str
    name: str
    quota: QuotaUsage | None
    capabilities: list[KeyCapability]


class LabelCount(TypedDict):
    label: str | None
    entries: int


class LastFailureResponse(TypedDict):
    delivery_id: str
    at: str
    status: int | None
    reason: str


class LatencySummary(TypedDict):
    mean: float
    p50: float
    p95: float
    p99: float


class ListAuditEntriesResponse(TypedDict):
    entries: list[AuditEntryResponse]


class ListCapabilitiesResponse(TypedDict):
    capabilities: list[CapabilitySummaryResponse]


class ListCatalogueModelsResponse(TypedDict):
    models: list[CatalogueModelResponse]


class ListCollectionsResponse(TypedDict):
    collections: list[CollectionResponse]


class ListDeliveriesResponse(TypedDict):
    deliveries: list[DeliveryResponse]


class ListEntriesResponse(TypedDict):
    entries: list[EntryResponse]
    next_cursor: str | None


class ListEventSchemasResponse(TypedDict):
    schemas: list[EventSchemaResponse]


class ListKeysResponse(TypedDict):
    keys: list[KeyResponse]


class ListLogEntriesResponse(TypedDict):
    entries: list[LogEntryResponse]
    next_cursor: str | None


class ListModelsResponse(TypedDict):
    models: list[ModelSummaryResponse]


class ListPipelineRevisionsResponse(TypedDict):
    revisions: list[PipelineRevisionResponse]


class ListPipelinesResponse(TypedDict):
    pipelines: list[PipelineSummaryResponse]


class ListProjectsResponse(TypedDict):
    projects: list[ProjectResponse]


class ListRunItemsResponse(TypedDict):
    items: list[RunItemResponse]
    next_cursor: str | None


class ListRunsResponse(TypedDict):
    runs: list[RunResponse]
    next_cursor: str | None


class ListSchedulesResponse(TypedDict):
    schedules: list[ScheduleResponse]


class ListSecretsResponse(TypedDict):
    secrets: list[SecretResponse]


class ListSessionsResponse(TypedDict):
    sessions: list[SignedInSessionResponse]


class ListTicksResponse(TypedDict):
    schedules: list[ScheduleResponse]
    ticks: list[TickResponse]


class ListUploadsResponse(TypedDict):
    uploads: list[UploadResponse]
    next_cursor: str | None


class ListWebhookDeliveriesResponse(TypedDict):
    deliveries: list[DeliveryResponse]


class ListWebhookStatisticsResponse(TypedDict):
    statistics: list[WebhookStatisticsResponse]


class ListWebhooksResponse(TypedDict):
    webhooks: list[WebhookResponse]


class LoadedCapability(TypedDict):
    id: str
    path: str
    summary: str


class LoadedKind(TypedDict):
    kind: str
    name: str


class LoadedPlugin(TypedDict):
    name: str
    version: str
    percept: str | None
    docs: str | None
    capabilities: list[LoadedCapability]
    kinds: list[LoadedKind]


class LogEntryResponse(TypedDict):
    id: str
    request_id: str
    at: str
    caller_kind: Literal["key", "administrator", "command_line", "anyone"]
    key_id: str
    key_name: str
    method: str
    path: str
    operation: str
    status: int
    duration_ms: int
    content_type: str | None
    bytes: int | None
    shape: dict[str, str] | None
    body: str | None
    answer: str | None
    error: LoggedErrorResponse | None


class LogHourResponse(TypedDict):
    hour: str
    requests: int
    errors: int
    p50_ms: float | None
    p95_ms: float | None


class LogHoursResponse(TypedDict):
    hours: list[LogHourResponse]


class LoggedErrorResponse(TypedDict):
    code: str
    message: str
    field: str | None


class MachineResponse(TypedDict):
    process_memory_bytes: int
    free_memory_bytes: int
    total_memory_bytes: int
    free_disk_bytes: int
    total_disk_bytes: int
    main_thread_lag_ms: int


class MakeDocumentSearchableForm(TypedDict):
    document: bytes
    pages: NotRequired[str]
    password: NotRequired[str]
    ocr: NotRequired[Literal["auto", "always", "never"]]
    model: NotRequired[str]


class MakeDocumentSearchableRequest(TypedDict):
    document: NotRequired[str | Path | bytes]
    document_url: NotRequired[str]
    document_data: NotRequired[str]
    pages: NotRequired[str]
    password: NotRequired[str]
    ocr: NotRequired[Literal["auto", "always", "never"]]
    model: NotRequired[str]


class MakeDocumentSearchableResponse(TypedDict):
    pdf: str
    page_count: int
    pages_read: list[int]
    warnings: NotRequired[list[str]]
    processing_time_ms: int


class Metadata(TypedDict):
    width: int
    height: int
    format: Literal["jpeg", "png", "webp", "bmp"]
    size_bytes: int
    has_alpha: bool
    orientation: int
    color_space: str
    exif: Exif


class MethodScores(TypedDict):
    method: str
    smape: float
    mase: NotRequired[float]
    rmsse: NotRequired[float]
    coverage: NotRequired[float]
    pinball: NotRequired[float]


class ModelManifestRequest(TypedDict):
    manifest: str


class ModelResponse(TypedDict):
    name: str
    task: str | None
    version: str | None
    state: Literal["ready", "unprepared", "broken"]
    default: bool
    own: bool
    shared: bool
    licence: str | None
    source: str | None
    digest: str | None
    bytes: int | None
    labels: int | None
    reason: str | None
    card: str | None
    platform: str | None
    versions: list[str]
    earlier_versions: list[str]
    inputs: list[NetworkPortResponse]
    outputs: list[NetworkPortResponse]


class ModelSummaryResponse(TypedDict):
    name: str
    task: str | None
    version: str | None
    state: Literal["ready", "unprepared", "broken"]
    default: bool
    own: bool
    shared: bool
    licence: str | None
    source: str | None
    digest: str | None
    bytes: int | None
    labels: int | None
    reason: str | None


class NamedCandidate(TypedDict):
    name: str
    similarity: float


class NetworkPortResponse(TypedDict):
    name: str
    datatype: str
    shape: list[int]


class NodeView(TypedDict):
    id: str
    kind: Literal["call", "block"]
    uses: list[str]
    steps: list[str]


class NumberField(TypedDict):
    text: str
    confidence: float
    review: bool
    page: int
    polygon: list[PagePoint]
    value: float


class ObjectTrack(TypedDict):
    id: int
    object: str
    first: float
    last: float
    confidence: float
    boxes: list[TrackedBox]


class OperationUsage(TypedDict):
    requests: int
    errors: int
    operation: str
    capability: bool
    latency_ms: LatencySummary | None


class OtherMethod(TypedDict):
    name: str
    predictions: list[list[float]]


class OverviewResponse(TypedDict):
    version: str
    started_at: str
    today: TodayResponse
    machine: MachineResponse
    projects: list[ProjectCost]
    hours: list[LogHourResponse]


class PagePicture(TypedDict):
    number: int
    width: float
    height: float
    unit: Literal["inch", "pixel"]
    picture: str


class PagePoint(TypedDict):
    x: float
    y: float


class PauseRequest(TypedDict):
    until: NotRequired[str]


class PipelineDiagnostic(TypedDict):
    file: str
    line: int
    column: int
    message: str


class PipelineGraph(TypedDict):
    nodes: list[NodeView]
    edges: list[EdgeView]


class PipelineResponse(TypedDict):
    name: str
    description: str | None
    findings: list[PipelineDiagnostic]
    file: str | None
    revision: str
    number: int | None
    source: str
    inputs: list[InputView]
    graph: PipelineGraph | None


class PipelineRevisionResponse(TypedDict):
    number: int
    revision: str | None
    source: str | None
    created_at: str


class PipelineSourceRequest(TypedDict):
    source: str


class PipelineSummaryResponse(TypedDict):
    name: str
    description: str | None
    findings: list[PipelineDiagnostic]
    file: str


class PluginsResponse(TypedDict):
    plugins: list[LoadedPlugin]
    left_out: list[RejectedPlugin]


class PolygonPoint(TypedDict):
    x: int
    y: int


class PredictManyTimeSeriesRequest(TypedDict):
    periods: int
    season_length: NotRequired[int]
    confidence_interval: NotRequired[float]
    bounds: NotRequired[Bounds]
    holidays: NotRequired[Holidays]
    non_negative: NotRequired[bool]
    integer: NotRequired[bool]
    quantiles: NotRequired[list[float]]
    method: NotRequired[Literal["auto", "naive", "seasonal_naive", "drift", "damped", "theta", "holt_winters", "tsb"]]
    explain: NotRequired[bool]
    series: list[SentForForecast]


class PredictManyTimeSeriesResponse(TypedDict):
    series_answered: int
    series_failed: int
    series: list[ForecastOfSeries]
    processing_time_ms: int


class PredictTimeSeriesRequestData(TypedDict):
    timestamp: str
    value: float


class PredictTimeSeriesRequest(TypedDict):
    periods: int
    season_length: NotRequired[int]
    confidence_interval: NotRequired[float]
    bounds: NotRequired[Bounds]
    holidays: NotRequired[Holidays]
    non_negative: NotRequired[bool]
    integer: NotRequired[bool]
    quantiles: NotRequired[list[float]]
    method: NotRequired[Literal["auto", "naive", "seasonal_naive", "drift", "damped", "theta", "holt_winters", "tsb"]]
    explain: NotRequired[bool]
    data: list[PredictTimeSeriesRequestData]
    regressors: NotRequired[list[Regressor]]


class PredictTimeSeriesResponse(TypedDict):
    predictions: list[Prediction]
    model_info: ForecastModelInfo
    processing_time_ms: int


class Prediction(TypedDict):
    timestamp: str
    predicted_value: float
    lower_bound: float
    upper_bound: float
    quantiles: NotRequired[list[QuantileValue]]
    parts: NotRequired[PredictionParts]


class PredictionCompletedEventDataModel(TypedDict):
    name: str
    version: str
    digest: NotRequired[str]


class PredictionCompletedEventData(TypedDict):
    test: NotRequired[bool]
    capability: str
    source: Literal["request", "analysis", "pipeline"]
    request_id: NotRequired[str]
    analysis_id: NotRequired[str]
    run_id: NotRequired[str]
    pipeline: NotRequired[str]
    step: NotRequired[str]
    item: NotRequired[str]
    models: list[PredictionCompletedEventDataModel]
    cached: NotRequired[bool]
    result: NotRequired[dict[str, Any]]
    result_url: NotRequired[str]


class PredictionCompletedEvent(TypedDict):
    """A capability has answered."""

    id: str
    type: Literal["prediction.completed"]
    created_at: str
    data: PredictionCompletedEventData


class PredictionFailedEventDataErrorDetails(TypedDict):
    field: str
    reason: str


class PredictionFailedEventDataError(TypedDict):
    code: Literal["INVALID_REQUEST", "UNSUPPORTED_MEDIA", "MEDIA_FETCH_FAILED", "UNAUTHORIZED", "FORBIDDEN", "NOT_FOUND", "CONFLICT", "PAYLOAD_TOO_LARGE", "RATE_LIMITED", "QUOTA_EXCEEDED", "INTERNAL", "OVERLOADED", "TIMEOUT"]
    message: str
    details: NotRequired[PredictionFailedEventDataErrorDetails]


class PredictionFailedEventData(TypedDict):
    test: NotRequired[bool]
    capability: str
    source: Literal["request", "analysis", "pipeline"]
    request_id: NotRequired[str]
    analysis_id: NotRequired[str]
    run_id: NotRequired[str]
    pipeline: NotRequired[str]
    step: NotRequired[str]
    item: NotRequired[str]
    attempts: NotRequired[int]
    cached: NotRequired[bool]
    error: PredictionFailedEventDataError


class PredictionFailedEvent(TypedDict):
    """A capability failed, and not by a mistake of the caller."""

    id: str
    type: Literal["prediction.failed"]
    created_at: str
    data: PredictionFailedEventData


class PredictionParts(TypedDict):
    level: float
    season: float
    holidays: float
    regressors: dict[str, float]
    limits: float


class ProjectCost(TypedDict):
    project_id: str
    name: str
    requests: int
    total_ms: int
    capabilities: list[CapabilityCost]


class ProjectResponse(TypedDict):
    id: str
    name: str
    plan: Literal["free", "pro", "enterprise"]
    monthly_limit: int | None
    roots: list[str] | None
    buckets: list[str] | None
    created_at: str
    deleted_at: str | None


class PullResponse(TypedDict):
    name: str
    status: Literal["running", "succeeded", "failed"]
    bytes_done: int
    bytes_total: int
    started_at: str
    ended_at: str | None
    reason: str | None


class QuantileValue(TypedDict):
    quantile: float
    value: float


class QuotaThresholdReachedEventData(TypedDict):
    test: NotRequired[bool]
    project_id: str
    key_id: str
    month: str
    threshold: int
    used: int
    limit: int
    resets_at: str


class QuotaThresholdReachedEvent(TypedDict):
    """A key, or a project, has used 80 or 100 % of its month."""

    id: str
    type: Literal["quota.threshold_reached"]
    created_at: str
    data: QuotaThresholdReachedEventData


class QuotaUsage(TypedDict):
    month: str
    limit: int
    used: int
    remaining: int
    resets_at: str


class ReadDocumentFieldsForm(TypedDict):
    document: bytes
    pages: NotRequired[str]
    password: NotRequired[str]
    ocr: NotRequired[Literal["auto", "always", "never"]]
    model: NotRequired[str]
    type: NotRequired[Literal["auto", "receipt", "invoice"]]
    review_below: NotRequired[float]


class ReadDocumentFieldsRequest(TypedDict):
    document: NotRequired[str | Path | bytes]
    document_url: NotRequired[str]
    document_data: NotRequired[str]
    pages: NotRequired[str]
    password: NotRequired[str]
    ocr: NotRequired[Literal["auto", "always", "never"]]
    model: NotRequired[str]
    type: NotRequired[Literal["auto", "receipt", "invoice"]]
    review_below: NotRequired[float]


class ReadDocumentFieldsResponse(TypedDict):
    type: Literal["receipt", "invoice", "other"]
    fields: DocumentFields
    items: list[DocumentItem]
    confidence: float
    review: bool
    corrections: NotRequired[list[CorrectedField]]
    page_count: int
    warnings: NotRequired[list[str]]
    processing_time_ms: int


class ReadDocumentForm(TypedDict):
    document: bytes
    pages: NotRequired[str]
    password: NotRequired[str]
    ocr: NotRequired[Literal["auto", "always", "never"]]
    model: NotRequired[str]
    format: NotRequired[Literal["text", "markdown"]]
    level: NotRequired[Literal["word", "line"]]
    barcodes: NotRequired[bool]


class ReadDocumentRequest(TypedDict):
    document: NotRequired[str | Path | bytes]
    document_url: NotRequired[str]
    document_data: NotRequired[str]
    pages: NotRequired[str]
    password: NotRequired[str]
    ocr: NotRequired[Literal["auto", "always", "never"]]
    model: NotRequired[str]
    format: NotRequired[Literal["text", "markdown"]]
    level: NotRequired[Literal["word", "line"]]
    barcodes: NotRequired[bool]


class ReadDocumentResponse(TypedDict):
    content: str
    pages: list[DocumentPage]
    page_count: int
    warnings: NotRequired[list[str]]
    processing_time_ms: int


class RecognizeFacesForm(TypedDict):
    image: bytes
    collection: NotRequired[str]
    names: NotRequired[bool]
    min_similarity: NotRequired[float]
    min_confidence: NotRequired[float]
    embeddings: NotRequired[bool]
    thumbnail: NotRequired[int]


class RecognizeFacesRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    collection: NotRequired[str]
    names: NotRequired[bool]
    min_similarity: NotRequired[float]
    min_confidence: NotRequired[float]
    embeddings: NotRequired[bool]
    thumbnail: NotRequired[int]


class RecognizeFacesResponse(TypedDict):
    faces: list[RecognizedFace]
    total_faces: int
    min_similarity: float
    model: EmbeddingModel
    image_properties: ImageProperties
    processing_time_ms: int


class RecognizedFace(TypedDict):
    confidence: float
    bounding_box: Box
    name: str
    similarity: NotRequired[float]
    candidates: list[NamedCandidate]
    embedding: NotRequired[list[float]]
    thumbnail: NotRequired[str]


class RecoverDeliveriesRequest(TypedDict):
    since: str
    until: NotRequired[str]
    types: NotRequired[list[Literal["prediction.completed", "prediction.failed", "batch.started", "batch.completed", "batch.failed", "quota.threshold_reached", "system.notification"]]]
    states: NotRequired[list[Literal["succeeded", "exhausted", "cancelled"]]]
    search: NotRequired[str]
    dry_run: NotRequired[bool]


class RecoveryResponse(TypedDict):
    id: str | None
    dry_run: bool
    count: int
    recovered: int
    ended_at: str | None


class RedactImageForm(TypedDict):
    image: bytes
    faces: NotRequired[bool]
    codes: NotRequired[bool]
    text_kinds: NotRequired[list[Literal["PERSON", "ORGANIZATION", "LOCATION", "DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "EMAIL", "URL", "PHONE", "HASHTAG", "MENTION", "IP_ADDRESS", "IBAN", "CARD"]]]
    regions: NotRequired[list[Crop]]
    method: NotRequired[Literal["fill", "mosaic"]]
    min_confidence: NotRequired[float]


class RedactImageRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    faces: NotRequired[bool]
    codes: NotRequired[bool]
    text_kinds: NotRequired[list[Literal["PERSON", "ORGANIZATION", "LOCATION", "DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "EMAIL", "URL", "PHONE", "HASHTAG", "MENTION", "IP_ADDRESS", "IBAN", "CARD"]]]
    regions: NotRequired[list[Crop]]
    method: NotRequired[Literal["fill", "mosaic"]]
    min_confidence: NotRequired[float]


class RedactImageResponse(TypedDict):
    image_data: str
    media_type: Literal["image/jpeg", "image/png"]
    redactions: list[Redaction]
    image_properties: ImageProperties
    processing_time_ms: int


class RedactTextRequest(TypedDict):
    text: str
    kinds: NotRequired[list[Literal["PERSON", "ORGANIZATION", "LOCATION", "DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "EMAIL", "URL", "PHONE", "HASHTAG", "MENTION", "IP_ADDRESS", "IBAN", "CARD"]]]
    replacement: NotRequired[Literal["kind", "mask", "remove"]]
    min_confidence: NotRequired[float]


class RedactTextResponse(TypedDict):
    text: str
    redactions: list[TextRedaction]
    warnings: NotRequired[list[str]]
    processing_time_ms: int


class Redaction(TypedDict):
    kind: Literal["face", "code", "text", "region"]
    text_kind: NotRequired[Literal["PERSON", "ORGANIZATION", "LOCATION", "DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "EMAIL", "URL", "PHONE", "HASHTAG", "MENTION", "IP_ADDRESS", "IBAN", "CARD"]]
    confidence: NotRequired[float]
    bounding_box: Box


class Regressor(TypedDict):
    name: str
    values: list[float]
    future_values: list[float]


class RegressorEffect(TypedDict):
    name: str
    used: bool
    coefficient: NotRequired[float]


class RejectedPlugin(TypedDict):
    source: str
    reason: str


class RenderDocumentForm(TypedDict):
    document: bytes
    pages: NotRequired[str]
    password: NotRequired[str]
    side: NotRequired[int]


class RenderDocumentRequest(TypedDict):
    document: NotRequired[str | Path | bytes]
    document_url: NotRequired[str]
    document_data: NotRequired[str]
    pages: NotRequired[str]
    password: NotRequired[str]
    side: NotRequired[int]


class RenderDocumentResponse(TypedDict):
    pages: list[PagePicture]
    page_count: int
    processing_time_ms: int


class RequestCounts(TypedDict):
    requests: int
    errors: int


class RetriedBy(TypedDict):
    kind: str
    id: str
    name: str


class RollbackRequest(TypedDict):
    version: NotRequired[str]


class RotateSecretRequest(TypedDict):
    secret: NotRequired[str]
    revoke: NotRequired[bool]


class RotatedWebhookResponse(TypedDict):
    id: str
    url: str
    events: list[str]
    description: str | None
    active: bool
    disabled_reason: str | None
    filter: str | None
    rate_per_second: int | None
    max_attempts: int | None
    header_names: list[str]
    old_secret_until: str | None
    failing_since: NotRequired[str]
    circuit: Literal["closed", "open", "half_open"]
    circuit_until: str | None
    created_at: str
    updated_at: str
    secret: NotRequired[str]


class RunDetailResponse(TypedDict):
    id: str
    pipeline: str
    revision: str
    status: Literal["queued", "running", "succeeded", "partial", "failed", "cancelled"]
    inputs: dict[str, Any]
    limit: int | None
    counts: ItemCounts
    rate_per_s: float | None
    eta_s: float | None
    created_at: str
    started_at: str | None
    ended_at: str | None
    duration_ms: int | None
    error: str | None
    failures: list[ItemFailure]
    outputs: list[WrittenOutput]
    waiting_for: RunWait | None
    workers: list[RunWorkerView]
    steps: list[RunStepView]
    earlier_attempts: list[EarlierAttempt]


class RunItemResponse(TypedDict):
    step: str
    key: str
    state: Literal["pending", "succeeded", "failed"]
    attempts: int
    cached: bool
    results: dict[str, Any] | None
    error: ItemError | None
    ended_at: str | None
    file_url: str | None


class RunResponse(TypedDict):
    id: str
    pipeline: str
    revision: str
    status: Literal["queued", "running", "succeeded", "partial", "failed", "cancelled"]
    inputs: dict[str, Any]
    limit: int | None
    counts: ItemCounts
    rate_per_s: float | None
    eta_s: float | None
    created_at: str
    started_at: str | None
    ended_at: str | None
    duration_ms: int | None
    error: str | None
    failures: list[ItemFailure]
    outputs: list[WrittenOutput]


class RunStepView(TypedDict):
    step: str
    state: Literal["pending", "succeeded", "partial", "failed", "skipped"]
    total: int | None
    started_at: str | None
    ended_at: str | None


RunTimelineResponse = TypedDict("RunTimelineResponse", {"from": "str", "to": "str | None", "joined": "bool", "steps": "list[TimelineStep]", "lanes": "list[TimelineLane]"})


class RunWait(TypedDict):
    kind: Literal["coordinator", "shards", "slot", "worker", "quota", "retry"]
    count: int
    until: str | None
    message: str


class RunWorkerView(TypedDict):
    process: int
    host: str
    in_flight: int
    done: int


class SavedPipelineResponse(TypedDict):
    name: str
    revision: str
    number: int


class SceneSpan(TypedDict):
    start: float
    end: float
    scene: str
    confidence: float


class ScheduleResponse(TypedDict):
    id: str
    pipeline: str
    kind: str
    rule: str | None
    timezone: str | None
    next: list[str]
    paused_at: str | None
    paused_until: str | None
    paused_reason: str | None
    has_address: bool | None


class SearchCollectionResponse(TypedDict):
    entries: list[FoundEntry]


class SearchRequest(TypedDict):
    limit: NotRequired[int]
    min_similarity: NotRequired[float]
    labels: NotRequired[list[str]]
    filter: NotRequired[str]
    entry: NotRequired[str]
    vector: NotRequired[list[float]]


class SecretResponse(TypedDict):
    name: str
    hosts: list[str]
    created_at: str
    updated_at: str


class SentForForecastData(TypedDict):
    timestamp: str
    value: float


class SentForForecast(TypedDict):
    id: str
    data: list[SentForForecastData]
    regressors: NotRequired[list[Regressor]]


class SentSeriesData(TypedDict):
    timestamp: str
    value: float


class SentSeries(TypedDict):
    id: str
    data: list[SentSeriesData]


class SentimentScores(TypedDict):
    positive: float
    negative: float
    neutral: float


class SeriesError(TypedDict):
    code: Literal["INVALID_REQUEST"]
    message: str
    field: NotRequired[str]


class SessionResponse(TypedDict):
    kind: Literal["key", "administrator", "command_line", "anyone"]
    id: str
    name: str
    project_id: str
    scopes: list[Literal["predict", "pipelines", "webhooks", "admin", "customer"]]
    has_password: bool
    has_totp: bool
    expires_at: str | None


class SetPasswordRequest(TypedDict):
    password: str
    current_password: NotRequired[str]


class SetSecretRequest(TypedDict):
    value: str
    hosts: NotRequired[list[str]]


class SignInRequest(TypedDict):
    token: NotRequired[str]
    password: NotRequired[str]
    code: NotRequired[str]


class SignedInSessionResponse(TypedDict):
    id: str
    address: str
    user_agent: str | None
    current: bool
    created_at: str
    last_seen_at: str
    expires_at: str


class SortRowsRequest(TypedDict):
    rows: list[dict[str, Any]]
    by: list[str]
    limit: NotRequired[int]


class SortRowsResponse(TypedDict):
    rows: list[dict[str, Any]]
    rows_read: int
    processing_time_ms: int


class StartRunRequest(TypedDict):
    inputs: NotRequired[dict[str, Any]]
    limit: NotRequired[int]
    source: NotRequired[str]


class StatusCount(TypedDict):
    status: int
    requests: int


class SystemNotificationEventData1(TypedDict):
    test: NotRequired[bool]
    kind: Literal["pipeline"]
    run_id: str
    pipeline: str
    step: str
    item: str
    title: str
    level: Literal["info", "warning", "error"]
    message: NotRequired[str]
    data: NotRequired[dict[str, Any]]


class SystemNotificationEventData2(TypedDict):
    test: NotRequired[bool]
    kind: Literal["webhook_disabled"]
    webhook_id: str
    url: str
    reason: str


class SystemNotificationEvent(TypedDict):
    """Something deserves attention. `data.kind` says what: a pipeline reports something, or an endpoint was disabled."""

    id: str
    type: Literal["system.notification"]
    created_at: str
    data: SystemNotificationEventData1 | SystemNotificationEventData2


class TableCell(TypedDict):
    polygon: list[PagePoint]
    row: int
    column: int
    column_span: int
    row_span: int
    text: str
    span: ContentSpan


class TableFilterRequest(TypedDict):
    rows: list[dict[str, Any]]
    where: str
    values: NotRequired[dict[str, Any]]


class TableFilterResponse(TypedDict):
    rows: list[dict[str, Any]]
    rows_read: int
    processing_time_ms: int


class TableMapRequest(TypedDict):
    rows: list[dict[str, Any]]
    columns: dict[str, Any]
    keep: NotRequired[bool]
    values: NotRequired[dict[str, Any]]


class TableMapResponse(TypedDict):
    rows: list[dict[str, Any]]
    rows_read: int
    processing_time_ms: int


class TableReadRequest(TypedDict):
    file: NotRequired[str]
    data: NotRequired[str]
    format: NotRequired[Literal["csv", "jsonl"]]
    delimiter: NotRequired[Literal[",", ";", "\t", "|"]]
    encoding: NotRequired[str]
    types: NotRequired[dict[str, Literal["text", "number", "integer", "boolean", "date", "timestamp", "json"]]]
    on_error: NotRequired[Literal["fail", "skip"]]
    limit: NotRequired[int]


class TableReadResponse(TypedDict):
    rows: list[dict[str, Any]]
    rows_read: int
    rows_skipped: int
    skipped: list[str]
    processing_time_ms: int


class TaughtClass(TypedDict):
    label: str
    entries: int
    recall: float


class TestFilterRequest(TypedDict):
    filter: NotRequired[str]


class TestFilterResponse(TypedDict):
    events: list[TestedEventResponse]


class TestWebhookRequest(TypedDict):
    type: NotRequired[Literal["prediction.completed", "prediction.failed", "batch.started", "batch.completed", "batch.failed", "quota.threshold_reached", "system.notification"]]


class TestedEventResponse(TypedDict):
    source: Literal["recent", "example"]
    id: str | None
    type: Literal["prediction.completed", "prediction.failed", "batch.started", "batch.completed", "batch.failed", "quota.threshold_reached", "system.notification"]
    created_at: str | None
    data: dict[str, Any]
    passes: bool


class TextCharacter(TypedDict):
    confidence: float
    bounding_box: Box
    text: str
    polygon: list[PolygonPoint]


class TextClass(TypedDict):
    label: str
    confidence: float


class TextEmbeddingModel(TypedDict):
    name: str
    version: str


class TextField(TypedDict):
    text: str
    confidence: float
    review: bool
    page: int
    polygon: list[PagePoint]
    value: str


class TextLine(TypedDict):
    confidence: float
    bounding_box: Box
    text: str
    polygon: NotRequired[list[PolygonPoint]]
    words: NotRequired[list[TextWord]]


class TextRedaction(TypedDict):
    kind: Literal["PERSON", "ORGANIZATION", "LOCATION", "DATE", "TIME", "MONEY", "PERCENT", "QUANTITY", "EMAIL", "URL", "PHONE", "HASHTAG", "MENTION", "IP_ADDRESS", "IBAN", "CARD"]
    confidence: float
    start: int
    end: int
    redacted_start: int
    redacted_end: int


class TextRow(TypedDict):
    text: str
    lines: list[int]
    gaps: list[int]
    bounding_box: Box


class TextWord(TypedDict):
    confidence: float
    bounding_box: Box
    text: str
    polygon: list[PolygonPoint]
    characters: NotRequired[list[TextCharacter]]


class TickResponse(TypedDict):
    id: str
    schedule: str
    at: str
    state: Literal["due", "started", "skipped", "failed"]
    reason: str | None
    run_id: str | None


class TimelineEntry(TypedDict):
    timestamp: float
    objects: NotRequired[list[str]]
    activities: NotRequired[list[str]]
    scene: NotRequired[str]
    confidence: float


class TimelineLane(TypedDict):
    host: str
    process: int
    worker: int | None
    spans: list[TimelineSpan]


class TimelineSpan(TypedDict):
    attempt: int
    step: str
    call: str
    item: str | None
    call_attempt: int
    start_ms: int
    end_ms: int
    waited_ms: int
    worked_ms: int
    calls: int
    failed: int
    error: str | None


class TimelineStep(TypedDict):
    attempt: int
    step: str
    call: str
    start_ms: int
    end_ms: int
    waited_ms: int
    worked_ms: int
    calls: int
    failed: int


class TodayResponse(TypedDict):
    requests: int
    errors: int
    latency_ms: LatencySummary | None
    capabilities: list[CapabilityCost]


class TotpCodeRequest(TypedDict):
    code: str


class TotpSecretResponse(TypedDict):
    secret: str
    uri: str


class TrackedBoxBoundingBox(TypedDict):
    """Whole pixels of the upright video."""

    x: int
    y: int
    width: int
    height: int


class TrackedBox(TypedDict):
    timestamp: float
    bounding_box: TrackedBoxBoundingBox


class TrainFromRequest(TypedDict):
    model: NotRequired[str]
    region: NotRequired[list[float]]
    crop: NotRequired[bool]
    force: NotRequired[bool]
    collection: str


class TrainRequest(TypedDict):
    model: NotRequired[str]
    region: NotRequired[list[float]]
    crop: NotRequired[bool]
    force: NotRequired[bool]


class TrainResponse(TypedDict):
    model: str
    version: str
    classes: list[TaughtClass]
    accuracy: float
    interval: list[float]
    refused: float
    confused: list[Confused]
    warnings: list[str]
    duration_ms: int


class TrainingResponse(TypedDict):
    model: str
    status: Literal["running", "succeeded", "failed", "cancelled"]
    stage: Literal["waiting", "describing", "learning"]
    done: int
    total: int
    region: list[float] | None
    started_at: str
    ended_at: str | None
    result: TrainResponse | None
    reason: str | None


class UpdateKeyRequest(TypedDict):
    name: NotRequired[str]
    plan: NotRequired[Literal["free", "pro", "enterprise"]]
    monthly_limit: NotRequired[int]
    scopes: NotRequired[list[Literal["predict", "pipelines", "webhooks", "admin", "customer"]]]
    expires_at: NotRequired[str]


class UpdateProjectRequest(TypedDict):
    name: NotRequired[str]
    plan: NotRequired[Literal["free", "pro", "enterprise"]]
    monthly_limit: NotRequired[int]
    roots: NotRequired[list[str] | None]
    buckets: NotRequired[list[str] | None]


class UpdateWebhookRequest(TypedDict):
    description: NotRequired[str]
    filter: NotRequired[str]
    rate_per_second: NotRequired[int]
    max_attempts: NotRequired[int]
    headers: NotRequired[dict[str, str]]
    url: NotRequired[str]
    events: NotRequired[list[str]]
    active: NotRequired[bool]


class UploadResponse(TypedDict):
    id: str
    bytes: int
    media_type: str
    created_at: str
    expires_at: str
    content_url: str


UsageResponse = TypedDict("UsageResponse", {"from": "str", "to": "str", "quota": "QuotaUsage | None", "days": "list[DayUsage]", "operations": "list[OperationUsage]", "keys": "list[KeyUsage]", "errors": "list[StatusCount]"})


class ValidPipelineResponse(TypedDict):
    valid: Literal[True]


class VideoInfo(TypedDict):
    duration: float
    fps: float
    resolution: str
    total_frames: int


class VideoSummary(TypedDict):
    dominant_objects: list[str]
    main_activities: list[str]
    scene_type: str
    object_counts: dict[str, int]


class VisionBarcodesForm(TypedDict):
    image: bytes
    formats: NotRequired[list[Literal["aztec", "codabar", "code_32", "code_39", "code_93", "code_128", "data_matrix", "databar", "databar_expanded", "databar_limited", "dx_film_edge", "ean_8", "ean_13", "itf", "maxicode", "micro_pdf417", "micro_qr_code", "pdf417", "qr_code", "rm_qr_code", "telepen", "upc_a", "upc_e"]]]


class VisionBarcodesRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    formats: NotRequired[list[Literal["aztec", "codabar", "code_32", "code_39", "code_93", "code_128", "data_matrix", "databar", "databar_expanded", "databar_limited", "dx_film_edge", "ean_8", "ean_13", "itf", "maxicode", "micro_pdf417", "micro_qr_code", "pdf417", "qr_code", "rm_qr_code", "telepen", "upc_a", "upc_e"]]]


class VisionBarcodesResponse(TypedDict):
    barcodes: list[Barcode]
    total_barcodes: int
    image_properties: ImageProperties
    processing_time_ms: int


class VisionFacesForm(TypedDict):
    image: bytes
    min_confidence: NotRequired[float]
    emotions: NotRequired[bool]
    landmarks: NotRequired[bool]
    model: NotRequired[str]


class VisionFacesRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    min_confidence: NotRequired[float]
    emotions: NotRequired[bool]
    landmarks: NotRequired[bool]
    model: NotRequired[str]
    confidence_threshold: NotRequired[float]


class VisionFacesResponse(TypedDict):
    faces: list[Face]
    total_faces: int
    image_properties: ImageProperties
    processing_time_ms: int


class VisionTextForm(TypedDict):
    image: bytes
    min_confidence: NotRequired[float]
    model: NotRequired[str]
    level: NotRequired[Literal["line", "word", "character"]]


class VisionTextRequest(TypedDict):
    image: NotRequired[str | Path | bytes]
    image_url: NotRequired[str]
    image_data: NotRequired[str]
    min_confidence: NotRequired[float]
    model: NotRequired[str]
    level: NotRequired[Literal["line", "word", "character"]]
    confidence_threshold: NotRequired[float]


class VisionTextResponse(TypedDict):
    text: str
    lines: list[TextLine]
    rows: list[TextRow]
    warnings: NotRequired[list[str]]
    image_properties: ImageProperties
    processing_time_ms: int


class WebhookResponse(TypedDict):
    id: str
    url: str
    events: list[str]
    description: str | None
    active: bool
    disabled_reason: str | None
    filter: str | None
    rate_per_second: int | None
    max_attempts: int | None
    header_names: list[str]
    old_secret_until: str | None
    failing_since: NotRequired[str]
    circuit: Literal["closed", "open", "half_open"]
    circuit_until: str | None
    created_at: str
    updated_at: str


class WebhookStatisticsResponse(TypedDict):
    webhook_id: str
    deliveries: int
    succeeded: int
    exhausted: int
    success_rate: float | None
    attempts: int
    p50_ms: float | None
    p95_ms: float | None
    last_failure: LastFailureResponse | None


class WrittenOutput(TypedDict):
    name: str
    path: str
    rows: int
