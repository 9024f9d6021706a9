"""Generated from /openapi.json by `npm run clients`; not edited by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, Unpack, cast
from urllib.parse import quote

if TYPE_CHECKING:
    from ._types import *


class Operations:
    """One method for each operation of the interface."""

    def request(self, method: str, path: str, *, query: Any = None, body: Any = None) -> Any:
        raise NotImplementedError

    def classify_image(self, **body: Unpack[ClassifyImageRequest]) -> ClassifyImageResponse:
        """Names the objects and the scene that an image shows."""
        return cast("ClassifyImageResponse", self.request("POST", "/v2/vision/classify", body=dict(body)))

    def classify_image_async(self, **body: Unpack[ClassifyImageRequest]) -> AcceptedAnalysisResponse:
        """As classifyImage, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/classify/async", body=dict(body)))

    def detect_objects(self, **body: Unpack[DetectObjectsRequest]) -> DetectObjectsResponse:
        """Finds the objects in an image and their bounding boxes."""
        return cast("DetectObjectsResponse", self.request("POST", "/v2/vision/detect", body=dict(body)))

    def detect_objects_async(self, **body: Unpack[DetectObjectsRequest]) -> AcceptedAnalysisResponse:
        """As detectObjects, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/detect/async", body=dict(body)))

    def analyze_image(self, **body: Unpack[AnalyzeImageRequest]) -> AnalyzeImageResponse:
        """Finds the objects, faces, text and colours of an image in one call."""
        return cast("AnalyzeImageResponse", self.request("POST", "/v2/vision/analyze", body=dict(body)))

    def analyze_image_async(self, **body: Unpack[AnalyzeImageRequest]) -> AcceptedAnalysisResponse:
        """As analyzeImage, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/analyze/async", body=dict(body)))

    def vision_text(self, **body: Unpack[VisionTextRequest]) -> VisionTextResponse:
        """Reads the text in an image: signs, labels, receipts, pages."""
        return cast("VisionTextResponse", self.request("POST", "/v2/vision/text", body=dict(body)))

    def vision_text_async(self, **body: Unpack[VisionTextRequest]) -> AcceptedAnalysisResponse:
        """As visionText, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/text/async", body=dict(body)))

    def vision_faces(self, **body: Unpack[VisionFacesRequest]) -> VisionFacesResponse:
        """Finds the faces in an image, with their expressions."""
        return cast("VisionFacesResponse", self.request("POST", "/v2/vision/faces", body=dict(body)))

    def vision_faces_async(self, **body: Unpack[VisionFacesRequest]) -> AcceptedAnalysisResponse:
        """As visionFaces, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/faces/async", body=dict(body)))

    def vision_barcodes(self, **body: Unpack[VisionBarcodesRequest]) -> VisionBarcodesResponse:
        """Reads the bar codes and QR codes in an image."""
        return cast("VisionBarcodesResponse", self.request("POST", "/v2/vision/barcodes", body=dict(body)))

    def vision_barcodes_async(self, **body: Unpack[VisionBarcodesRequest]) -> AcceptedAnalysisResponse:
        """As visionBarcodes, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/barcodes/async", body=dict(body)))

    def embed_image(self, **body: Unpack[EmbedImageRequest]) -> EmbedImageResponse:
        """Describes an image by a vector: similar images have similar vectors."""
        return cast("EmbedImageResponse", self.request("POST", "/v2/vision/embed", body=dict(body)))

    def embed_image_async(self, **body: Unpack[EmbedImageRequest]) -> AcceptedAnalysisResponse:
        """As embedImage, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/embed/async", body=dict(body)))

    def recognize_faces(self, **body: Unpack[RecognizeFacesRequest]) -> RecognizeFacesResponse:
        """Finds the faces in an image, and names the people who are in a collection of faces."""
        return cast("RecognizeFacesResponse", self.request("POST", "/v2/vision/recognize", body=dict(body)))

    def recognize_faces_async(self, **body: Unpack[RecognizeFacesRequest]) -> AcceptedAnalysisResponse:
        """As recognizeFaces, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/recognize/async", body=dict(body)))

    def redact_image(self, **body: Unpack[RedactImageRequest]) -> RedactImageResponse:
        """Covers faces, codes and text of an image, and removes its metadata."""
        return cast("RedactImageResponse", self.request("POST", "/v2/vision/redact", body=dict(body)))

    def redact_image_async(self, **body: Unpack[RedactImageRequest]) -> AcceptedAnalysisResponse:
        """As redactImage, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/redact/async", body=dict(body)))

    def annotate_image(self, **body: Unpack[AnnotateImageRequest]) -> AnnotateImageResponse:
        """Draws what is in an image on it: boxes with the names of objects, faces and lines of text."""
        return cast("AnnotateImageResponse", self.request("POST", "/v2/vision/annotate", body=dict(body)))

    def annotate_image_async(self, **body: Unpack[AnnotateImageRequest]) -> AcceptedAnalysisResponse:
        """As annotateImage, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/annotate/async", body=dict(body)))

    def analyze_video(self, **body: Unpack[AnalyzeVideoRequest]) -> AnalyzeVideoResponse | AcceptedAnalysisResponse:
        """Describes what a video shows over time: objects and their tracks, activities, scenes and a summary."""
        return cast("AnalyzeVideoResponse | AcceptedAnalysisResponse", self.request("POST", "/v2/vision/video/analyze", body=dict(body)))

    def analyze_video_async(self, **body: Unpack[AnalyzeVideoRequest]) -> AcceptedAnalysisResponse:
        """As analyzeVideo, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/vision/video/analyze/async", body=dict(body)))

    def analyze_sentiment(self, **body: Unpack[AnalyzeSentimentRequest]) -> AnalyzeSentimentResponse:
        """Classifies a text as positive, negative or neutral."""
        return cast("AnalyzeSentimentResponse", self.request("POST", "/v2/text/sentiment", body=dict(body)))

    def analyze_sentiment_async(self, **body: Unpack[AnalyzeSentimentRequest]) -> AcceptedAnalysisResponse:
        """As analyzeSentiment, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/text/sentiment/async", body=dict(body)))

    def find_entities(self, **body: Unpack[FindEntitiesRequest]) -> FindEntitiesResponse:
        """Finds the people, organizations and places that a text names."""
        return cast("FindEntitiesResponse", self.request("POST", "/v2/text/entities", body=dict(body)))

    def find_entities_async(self, **body: Unpack[FindEntitiesRequest]) -> AcceptedAnalysisResponse:
        """As findEntities, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/text/entities/async", body=dict(body)))

    def embed_text(self, **body: Unpack[EmbedTextRequest]) -> EmbedTextResponse:
        """Describes a text by a vector: texts with the same meaning have similar vectors, in any language."""
        return cast("EmbedTextResponse", self.request("POST", "/v2/text/embed", body=dict(body)))

    def embed_text_async(self, **body: Unpack[EmbedTextRequest]) -> AcceptedAnalysisResponse:
        """As embedText, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/text/embed/async", body=dict(body)))

    def classify_text(self, **body: Unpack[ClassifyTextRequest]) -> ClassifyTextResponse:
        """Assigns a text to one of several classes: those of a taught model, or the labels of the request."""
        return cast("ClassifyTextResponse", self.request("POST", "/v2/text/classify", body=dict(body)))

    def classify_text_async(self, **body: Unpack[ClassifyTextRequest]) -> AcceptedAnalysisResponse:
        """As classifyText, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/text/classify/async", body=dict(body)))

    def redact_text(self, **body: Unpack[RedactTextRequest]) -> RedactTextResponse:
        """Replaces what identifies a person in a text: cards, bank accounts, addresses, telephone numbers, names."""
        return cast("RedactTextResponse", self.request("POST", "/v2/text/redact", body=dict(body)))

    def redact_text_async(self, **body: Unpack[RedactTextRequest]) -> AcceptedAnalysisResponse:
        """As redactText, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/text/redact/async", body=dict(body)))

    def predict_time_series(self, **body: Unpack[PredictTimeSeriesRequest]) -> PredictTimeSeriesResponse:
        """Predicts the periods that follow a series of dated values."""
        return cast("PredictTimeSeriesResponse", self.request("POST", "/v2/predict/timeseries", body=dict(body)))

    def predict_time_series_async(self, **body: Unpack[PredictTimeSeriesRequest]) -> AcceptedAnalysisResponse:
        """As predictTimeSeries, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/predict/timeseries/async", body=dict(body)))

    def predict_many_time_series(self, **body: Unpack[PredictManyTimeSeriesRequest]) -> PredictManyTimeSeriesResponse:
        """Forecasts many series of dated values."""
        return cast("PredictManyTimeSeriesResponse", self.request("POST", "/v2/predict/timeseries/batch", body=dict(body)))

    def predict_many_time_series_async(self, **body: Unpack[PredictManyTimeSeriesRequest]) -> AcceptedAnalysisResponse:
        """As predictManyTimeSeries, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/predict/timeseries/batch/async", body=dict(body)))

    def detect_anomalies(self, **body: Unpack[DetectAnomaliesRequest]) -> DetectAnomaliesResponse:
        """Finds the unusual points of a series of dated values."""
        return cast("DetectAnomaliesResponse", self.request("POST", "/v2/predict/anomalies", body=dict(body)))

    def detect_anomalies_async(self, **body: Unpack[DetectAnomaliesRequest]) -> AcceptedAnalysisResponse:
        """As detectAnomalies, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/predict/anomalies/async", body=dict(body)))

    def detect_anomalies_in_many(self, **body: Unpack[DetectAnomaliesInManyRequest]) -> DetectAnomaliesInManyResponse:
        """Finds the unusual points of many series."""
        return cast("DetectAnomaliesInManyResponse", self.request("POST", "/v2/predict/anomalies/batch", body=dict(body)))

    def detect_anomalies_in_many_async(self, **body: Unpack[DetectAnomaliesInManyRequest]) -> AcceptedAnalysisResponse:
        """As detectAnomaliesInMany, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/predict/anomalies/batch/async", body=dict(body)))

    def detect_changepoints(self, **body: Unpack[DetectChangepointsRequest]) -> DetectChangepointsResponse:
        """Finds where the level, the trend, the noise or the season of a series changes."""
        return cast("DetectChangepointsResponse", self.request("POST", "/v2/predict/changepoints", body=dict(body)))

    def detect_changepoints_async(self, **body: Unpack[DetectChangepointsRequest]) -> AcceptedAnalysisResponse:
        """As detectChangepoints, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/predict/changepoints/async", body=dict(body)))

    def detect_changepoints_in_many(self, **body: Unpack[DetectChangepointsInManyRequest]) -> DetectChangepointsInManyResponse:
        """Finds where the level, the trend, the noise or the season of many series changes."""
        return cast("DetectChangepointsInManyResponse", self.request("POST", "/v2/predict/changepoints/batch", body=dict(body)))

    def detect_changepoints_in_many_async(self, **body: Unpack[DetectChangepointsInManyRequest]) -> AcceptedAnalysisResponse:
        """As detectChangepointsInMany, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/predict/changepoints/batch/async", body=dict(body)))

    def backtest_forecast(self, **body: Unpack[BacktestForecastRequest]) -> BacktestForecastResponse:
        """Forecasts the past of a series from rolling origins, and compares the scores with those of simple methods and your own."""
        return cast("BacktestForecastResponse", self.request("POST", "/v2/predict/backtest", body=dict(body)))

    def backtest_forecast_async(self, **body: Unpack[BacktestForecastRequest]) -> AcceptedAnalysisResponse:
        """As backtestForecast, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/predict/backtest/async", body=dict(body)))

    def read_document(self, **body: Unpack[ReadDocumentRequest]) -> ReadDocumentResponse | AcceptedAnalysisResponse:
        """Reads a PDF, a TIFF or an image page by page: text, rows, paragraphs, tables, labels with their values, codes."""
        return cast("ReadDocumentResponse | AcceptedAnalysisResponse", self.request("POST", "/v2/documents/read", body=dict(body)))

    def read_document_async(self, **body: Unpack[ReadDocumentRequest]) -> AcceptedAnalysisResponse:
        """As readDocument, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/documents/read/async", body=dict(body)))

    def read_document_fields(self, **body: Unpack[ReadDocumentFieldsRequest]) -> ReadDocumentFieldsResponse | AcceptedAnalysisResponse:
        """Finds merchant, date, total, tax, items and numbers of a receipt or an invoice, each with its source."""
        return cast("ReadDocumentFieldsResponse | AcceptedAnalysisResponse", self.request("POST", "/v2/documents/fields", body=dict(body)))

    def read_document_fields_async(self, **body: Unpack[ReadDocumentFieldsRequest]) -> AcceptedAnalysisResponse:
        """As readDocumentFields, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/documents/fields/async", body=dict(body)))

    def render_document(self, **body: Unpack[RenderDocumentRequest]) -> RenderDocumentResponse:
        """Draws pages of a PDF or a TIFF as pictures, as document.read sees them."""
        return cast("RenderDocumentResponse", self.request("POST", "/v2/documents/render", body=dict(body)))

    def render_document_async(self, **body: Unpack[RenderDocumentRequest]) -> AcceptedAnalysisResponse:
        """As renderDocument, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/documents/render/async", body=dict(body)))

    def make_document_searchable(self, **body: Unpack[MakeDocumentSearchableRequest]) -> MakeDocumentSearchableResponse | AcceptedAnalysisResponse:
        """Adds an invisible text layer to the pages of a PDF that have none; pictures become a PDF."""
        return cast("MakeDocumentSearchableResponse | AcceptedAnalysisResponse", self.request("POST", "/v2/documents/searchable", body=dict(body)))

    def make_document_searchable_async(self, **body: Unpack[MakeDocumentSearchableRequest]) -> AcceptedAnalysisResponse:
        """As makeDocumentSearchable, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/documents/searchable/async", body=dict(body)))

    def aggregate_rows(self, **body: Unpack[AggregateRowsRequest]) -> AggregateRowsResponse:
        """Groups rows and counts, sums and averages each group."""
        return cast("AggregateRowsResponse", self.request("POST", "/v2/table/aggregate", body=dict(body)))

    def aggregate_rows_async(self, **body: Unpack[AggregateRowsRequest]) -> AcceptedAnalysisResponse:
        """As aggregateRows, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/table/aggregate/async", body=dict(body)))

    def detect_anomalies_in_rows(self, **body: Unpack[DetectAnomaliesInRowsRequest]) -> DetectAnomaliesInRowsResponse:
        """Finds the unusual points of many series of a table."""
        return cast("DetectAnomaliesInRowsResponse", self.request("POST", "/v2/table/anomalies", body=dict(body)))

    def detect_anomalies_in_rows_async(self, **body: Unpack[DetectAnomaliesInRowsRequest]) -> AcceptedAnalysisResponse:
        """As detectAnomaliesInRows, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/table/anomalies/async", body=dict(body)))

    def table_filter(self, **body: Unpack[TableFilterRequest]) -> TableFilterResponse:
        """Keeps the rows for which an expression is true."""
        return cast("TableFilterResponse", self.request("POST", "/v2/table/filter", body=dict(body)))

    def table_filter_async(self, **body: Unpack[TableFilterRequest]) -> AcceptedAnalysisResponse:
        """As tableFilter, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/table/filter/async", body=dict(body)))

    def forecast_rows(self, **body: Unpack[ForecastRowsRequest]) -> ForecastRowsResponse:
        """Forecasts many series of a table."""
        return cast("ForecastRowsResponse", self.request("POST", "/v2/table/forecast", body=dict(body)))

    def forecast_rows_async(self, **body: Unpack[ForecastRowsRequest]) -> AcceptedAnalysisResponse:
        """As forecastRows, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/table/forecast/async", body=dict(body)))

    def join_rows(self, **body: Unpack[JoinRowsRequest]) -> JoinRowsResponse:
        """Joins two tables by fields that are equal."""
        return cast("JoinRowsResponse", self.request("POST", "/v2/table/join", body=dict(body)))

    def join_rows_async(self, **body: Unpack[JoinRowsRequest]) -> AcceptedAnalysisResponse:
        """As joinRows, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/table/join/async", body=dict(body)))

    def table_map(self, **body: Unpack[TableMapRequest]) -> TableMapResponse:
        """Computes the columns of new rows by expressions."""
        return cast("TableMapResponse", self.request("POST", "/v2/table/map", body=dict(body)))

    def table_map_async(self, **body: Unpack[TableMapRequest]) -> AcceptedAnalysisResponse:
        """As tableMap, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/table/map/async", body=dict(body)))

    def table_read(self, **body: Unpack[TableReadRequest]) -> TableReadResponse:
        """Reads the rows of a CSV or JSON Lines file, with types."""
        return cast("TableReadResponse", self.request("POST", "/v2/table/read", body=dict(body)))

    def table_read_async(self, **body: Unpack[TableReadRequest]) -> AcceptedAnalysisResponse:
        """As tableRead, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/table/read/async", body=dict(body)))

    def sort_rows(self, **body: Unpack[SortRowsRequest]) -> SortRowsResponse:
        """Sorts rows by their fields."""
        return cast("SortRowsResponse", self.request("POST", "/v2/table/sort", body=dict(body)))

    def sort_rows_async(self, **body: Unpack[SortRowsRequest]) -> AcceptedAnalysisResponse:
        """As sortRows, for later."""
        return cast("AcceptedAnalysisResponse", self.request("POST", "/v2/table/sort/async", body=dict(body)))

    def list_pipelines(self) -> ListPipelinesResponse:
        """Lists the pipelines with their findings."""
        return cast("ListPipelinesResponse", self.request("GET", "/v2/pipelines"))

    def get_pipeline(self, name: str) -> PipelineResponse:
        """Gets a pipeline: its text, inputs, graph and findings."""
        return cast("PipelineResponse", self.request("GET", f"/v2/pipelines/{quote(name, safe='')}"))

    def save_pipeline(self, name: str, **body: Unpack[PipelineSourceRequest]) -> SavedPipelineResponse:
        """Saves a pipeline as its newest revision. A text with errors is rejected, and the response lists all of them."""
        return cast("SavedPipelineResponse", self.request("PUT", f"/v2/pipelines/{quote(name, safe='')}", body=dict(body)))

    def delete_pipeline(self, name: str) -> None:
        """Deletes a pipeline. Its runs continue, and its revisions are kept."""
        self.request("DELETE", f"/v2/pipelines/{quote(name, safe='')}")

    def list_pipeline_revisions(self, name: str) -> ListPipelineRevisionsResponse:
        """Lists the revisions of a pipeline that was saved over HTTP, newest first."""
        return cast("ListPipelineRevisionsResponse", self.request("GET", f"/v2/pipelines/{quote(name, safe='')}/revisions"))

    def validate_pipeline(self, name: str, **body: Unpack[PipelineSourceRequest]) -> ValidPipelineResponse:
        """Validates the text of a pipeline. A 400 response lists all errors in `details.findings`."""
        return cast("ValidPipelineResponse", self.request("POST", f"/v2/pipelines/{quote(name, safe='')}/validate", body=dict(body)))

    def start_run(self, name: str, **body: Unpack[StartRunRequest]) -> RunDetailResponse:
        """Starts a run. It reads files only from the folders and buckets of the project."""
        return cast("RunDetailResponse", self.request("POST", f"/v2/pipelines/{quote(name, safe='')}/runs", body=dict(body)))

    def list_runs(self, *, limit: int | None = None, cursor: str | None = None, pipeline: str | None = None, status: Literal["queued", "running", "succeeded", "partial", "failed", "cancelled"] | None = None) -> ListRunsResponse:
        """Lists the runs, newest first."""
        return cast("ListRunsResponse", self.request("GET", "/v2/runs", query={"limit": limit, "cursor": cursor, "pipeline": pipeline, "status": status}))

    def get_run(self, id: str) -> RunDetailResponse:
        """Gets the state, counts, rate and failures of a run, its earlier attempts, and which processes work on it."""
        return cast("RunDetailResponse", self.request("GET", f"/v2/runs/{quote(id, safe='')}"))

    def delete_run(self, id: str) -> None:
        """Deletes an ended run for good, with its items and the files in its folder."""
        self.request("DELETE", f"/v2/runs/{quote(id, safe='')}")

    def list_run_items(self, id: str, *, limit: int | None = None, cursor: str | None = None, key: str | None = None, state: Literal["pending", "succeeded", "failed"] | None = None) -> ListRunItemsResponse:
        """Lists the items of a run with the result of each step, or the error."""
        return cast("ListRunItemsResponse", self.request("GET", f"/v2/runs/{quote(id, safe='')}/items", query={"limit": limit, "cursor": cursor, "key": key, "state": state}))

    def correct_run_item(self, id: str, *, key: str | None = None, step: str | None = None, **body: Unpack[CorrectionRequest]) -> RunDetailResponse:
        """Corrects values in the results of an item of an ended run. Its row, the steps after it and the outputs are made again."""
        return cast("RunDetailResponse", self.request("PATCH", f"/v2/runs/{quote(id, safe='')}/items", query={"key": key, "step": step}, body=dict(body)))

    def get_run_timeline(self, id: str) -> RunTimelineResponse:
        """Gets when the calls of a run waited and worked, by step and by worker."""
        return cast("RunTimelineResponse", self.request("GET", f"/v2/runs/{quote(id, safe='')}/timeline"))

    def get_run_item_file(self, id: str, *, key: str | None = None, step: str | None = None, width: int | None = None) -> bytes:
        """Gets the image or video that an item looks at, or a preview. The file must still be in a data root or an allowed bucket."""
        return cast("bytes", self.request("GET", f"/v2/runs/{quote(id, safe='')}/items/file", query={"key": key, "step": step, "width": width}))

    def download_artifact(self, id: str, name: str) -> bytes:
        """Downloads a file that the run wrote, by its file name, or by its full path with %2F for /."""
        return cast("bytes", self.request("GET", f"/v2/runs/{quote(id, safe='')}/artifacts/{quote(name, safe='')}"))

    def stream_run(self, id: str) -> bytes:
        """Streams a run as Server-Sent Events: `progress` after each change, then `end` when the run has ended."""
        return cast("bytes", self.request("GET", f"/v2/runs/{quote(id, safe='')}/events"))

    def cancel_run(self, id: str) -> RunDetailResponse:
        """Cancels a run. Finished items keep their results."""
        return cast("RunDetailResponse", self.request("POST", f"/v2/runs/{quote(id, safe='')}/cancel"))

    def retry_run(self, id: str) -> RunDetailResponse:
        """Repeats the failed items of an ended run, and the steps after them. Successful results are kept, and `earlier_attempts` says how the run ended before and who retried it."""
        return cast("RunDetailResponse", self.request("POST", f"/v2/runs/{quote(id, safe='')}/retry"))

    def list_schedules(self) -> ListSchedulesResponse:
        """Lists the triggers of all pipelines, each with its next five ticks."""
        return cast("ListSchedulesResponse", self.request("GET", "/v2/schedules"))

    def list_ticks(self, name: str, *, limit: int | None = None) -> ListTicksResponse:
        """Gets the triggers of a pipeline: the next five ticks, and past ticks with the run they started or the reason they started none."""
        return cast("ListTicksResponse", self.request("GET", f"/v2/pipelines/{quote(name, safe='')}/ticks", query={"limit": limit}))

    def pause_schedule(self, pipeline: str, trigger: str, **body: Unpack[PauseRequest]) -> ScheduleResponse:
        """Pauses a trigger, for good or until a time. When it is resumed, its `catch_up` decides about the ticks in between."""
        return cast("ScheduleResponse", self.request("POST", f"/v2/schedules/{quote(pipeline, safe='')}/{quote(trigger, safe='')}/pause", body=dict(body)))

    def resume_schedule(self, pipeline: str, trigger: str) -> ScheduleResponse:
        """Resumes a paused trigger."""
        return cast("ScheduleResponse", self.request("POST", f"/v2/schedules/{quote(pipeline, safe='')}/{quote(trigger, safe='')}/resume"))

    def create_hook_address(self, pipeline: str, trigger: str) -> HookAddressResponse:
        """Creates the URL of a webhook trigger, which is shown only once. The previous URL stops working at once."""
        return cast("HookAddressResponse", self.request("POST", f"/v2/schedules/{quote(pipeline, safe='')}/{quote(trigger, safe='')}/address"))

    def call_hook(self, token: str, body: Any = None) -> dict[str, str] | AcceptedRunResponse:
        """Starts the run of a webhook trigger with the body as input. The URL itself is the credential."""
        return cast("dict[str, str] | AcceptedRunResponse", self.request("POST", f"/v2/hooks/{quote(token, safe='')}", body=body))

    def create_webhook(self, **body: Unpack[CreateWebhookRequest]) -> CreatedWebhookResponse:
        """Creates a webhook endpoint. Only this response contains the secret."""
        return cast("CreatedWebhookResponse", self.request("POST", "/v1/webhooks", body=dict(body)))

    def list_webhooks(self) -> ListWebhooksResponse:
        """Lists the webhook endpoints, oldest first."""
        return cast("ListWebhooksResponse", self.request("GET", "/v1/webhooks"))

    def list_webhook_statistics(self) -> ListWebhookStatisticsResponse:
        """Lists how deliveries to each endpoint went in the last 24 hours: share accepted, latency, last failure."""
        return cast("ListWebhookStatisticsResponse", self.request("GET", "/v1/webhooks/statistics"))

    def get_webhook(self, id: str) -> WebhookResponse:
        """Gets a webhook endpoint."""
        return cast("WebhookResponse", self.request("GET", f"/v1/webhooks/{quote(id, safe='')}"))

    def update_webhook(self, id: str, **body: Unpack[UpdateWebhookRequest]) -> RotatedWebhookResponse:
        """Updates a webhook endpoint. Absent fields keep their values. A new host gets a new secret, shown only once, and loses the headers."""
        return cast("RotatedWebhookResponse", self.request("PATCH", f"/v1/webhooks/{quote(id, safe='')}", body=dict(body)))

    def delete_webhook(self, id: str) -> None:
        """Deletes a webhook endpoint and cancels its pending deliveries."""
        self.request("DELETE", f"/v1/webhooks/{quote(id, safe='')}")

    def enable_webhook(self, id: str) -> WebhookResponse:
        """Enables a webhook endpoint. Its held deliveries are sent in order."""
        return cast("WebhookResponse", self.request("POST", f"/v1/webhooks/{quote(id, safe='')}/enable"))

    def disable_webhook(self, id: str) -> WebhookResponse:
        """Disables a webhook endpoint. New deliveries to it are held."""
        return cast("WebhookResponse", self.request("POST", f"/v1/webhooks/{quote(id, safe='')}/disable"))

    def rotate_webhook_secret(self, id: str, **body: Unpack[RotateSecretRequest]) -> RotatedWebhookResponse:
        """Creates a new secret, shown only once. The old one keeps signing for 24 hours; with `revoke` it stops immediately."""
        return cast("RotatedWebhookResponse", self.request("POST", f"/v1/webhooks/{quote(id, safe='')}/rotate-secret", body=dict(body)))

    def test_webhook(self, id: str, **body: Unpack[TestWebhookRequest]) -> DeliveryDetailsResponse:
        """Sends an example event to this endpoint only, with `test: true` in its data."""
        return cast("DeliveryDetailsResponse", self.request("POST", f"/v1/webhooks/{quote(id, safe='')}/test", body=dict(body)))

    def recover_deliveries(self, id: str, **body: Unpack[RecoverDeliveriesRequest]) -> RecoveryResponse:
        """Sends undelivered events again, in order and at the endpoint's rate. `dry_run` only counts them."""
        return cast("RecoveryResponse", self.request("POST", f"/v1/webhooks/{quote(id, safe='')}/recover", body=dict(body)))

    def get_recovery(self, id: str, recovery: str) -> RecoveryResponse:
        """Gets the progress of a recovery."""
        return cast("RecoveryResponse", self.request("GET", f"/v1/webhooks/{quote(id, safe='')}/recoveries/{quote(recovery, safe='')}"))

    def list_webhook_deliveries(self, id: str) -> ListWebhookDeliveriesResponse:
        """Lists the deliveries to an endpoint with their attempts, newest first."""
        return cast("ListWebhookDeliveriesResponse", self.request("GET", f"/v1/webhooks/{quote(id, safe='')}/deliveries"))

    def list_deliveries(self, *, webhook_id: str | None = None, event_id: str | None = None, states: str | None = None, types: str | None = None, since: str | None = None, until: str | None = None, search: str | None = None, before: str | None = None, limit: int | None = None) -> ListDeliveriesResponse:
        """Lists the deliveries to all endpoints with their attempts, newest first."""
        return cast("ListDeliveriesResponse", self.request("GET", "/v1/deliveries", query={"webhook_id": webhook_id, "event_id": event_id, "states": states, "types": types, "since": since, "until": until, "search": search, "before": before, "limit": limit}))

    def get_delivery(self, id: str) -> DeliveryDetailsResponse:
        """Gets a delivery: its payload and the response to each attempt."""
        return cast("DeliveryDetailsResponse", self.request("GET", f"/v1/deliveries/{quote(id, safe='')}"))

    def redeliver(self, id: str) -> DeliveryDetailsResponse:
        """Sends a delivery again at once, with the same event id."""
        return cast("DeliveryDetailsResponse", self.request("POST", f"/v1/deliveries/{quote(id, safe='')}/redeliver"))

    def test_filter(self, **body: Unpack[TestFilterRequest]) -> TestFilterResponse:
        """Tries a filter on the events that were delivered lately, and on an example of each type. Sends nothing."""
        return cast("TestFilterResponse", self.request("POST", "/v1/events/test-filter", body=dict(body)))

    def list_event_schemas(self) -> ListEventSchemasResponse:
        """Lists the JSON Schemas of all events with their versions."""
        return cast("ListEventSchemasResponse", self.request("GET", "/v1/events/schemas"))

    def get_event_schema(self, type: str) -> dict[str, Any]:
        """Gets the JSON Schema of an event's body."""
        return cast("dict[str, Any]", self.request("GET", f"/v1/events/schemas/{quote(type, safe='')}"))

    def get_event(self, id: str) -> Event:
        """Gets an event in full, whatever its size."""
        return cast("Event", self.request("GET", f"/v1/events/{quote(id, safe='')}"))

    def list_models(self) -> ListModelsResponse:
        """Lists the models that come with Percept and your own: those that all projects have, and those of the project."""
        return cast("ListModelsResponse", self.request("GET", "/v2/models"))

    def get_model(self, name: str) -> ModelResponse:
        """Gets a model with its card, and the tensors of its network as in the Open Inference Protocol v2."""
        return cast("ModelResponse", self.request("GET", f"/v2/models/{quote(name, safe='')}"))

    def upload_model(self, name: str, body: Any = None) -> ModelSummaryResponse:
        """Uploads an ONNX file with the text of its model.yaml. It is tried first: what cannot be used is refused."""
        return cast("ModelSummaryResponse", self.request("PUT", f"/v2/models/{quote(name, safe='')}", body=body))

    def delete_model(self, name: str) -> None:
        """Deletes a model that was added, with its files."""
        self.request("DELETE", f"/v2/models/{quote(name, safe='')}")

    def use_model(self, name: str) -> ModelSummaryResponse:
        """Makes a model the default of its task, as `percept models use` does: it answers when a request names none."""
        return cast("ModelSummaryResponse", self.request("POST", f"/v2/models/{quote(name, safe='')}/default"))

    def list_catalogue_models(self) -> ListCatalogueModelsResponse:
        """Lists the models that can be pulled: those in Percept's catalogue and in your own `catalogue.yaml`."""
        return cast("ListCatalogueModelsResponse", self.request("GET", "/v2/catalogue"))

    def pull_model(self, name: str) -> PullResponse:
        """Pulls a model of the catalogue, as `percept models pull` does: it verifies the file and resumes an interrupted download."""
        return cast("PullResponse", self.request("POST", f"/v2/models/{quote(name, safe='')}/pull"))

    def get_model_pull(self, name: str) -> PullResponse:
        """Gets the progress of the model's latest pull in the process that answers, which forgets it when it ends."""
        return cast("PullResponse", self.request("GET", f"/v2/models/{quote(name, safe='')}/pull"))

    def stream_model_pull(self, name: str) -> bytes:
        """Streams the progress of a pull as Server-Sent Events until it ends."""
        return cast("bytes", self.request("GET", f"/v2/models/{quote(name, safe='')}/pull/events"))

    def roll_back_model(self, name: str, **body: Unpack[RollbackRequest]) -> ModelSummaryResponse:
        """Goes back to an earlier version of a model that was taught."""
        return cast("ModelSummaryResponse", self.request("POST", f"/v2/models/{quote(name, safe='')}/rollback", body=dict(body)))

    def validate_model(self, name: str, **body: Unpack[ModelManifestRequest]) -> None:
        """Validates the text of a model.yaml. A 400 response lists all errors in `details.findings`."""
        self.request("POST", f"/v2/models/{quote(name, safe='')}/validate", body=dict(body))

    def create_collection(self, **body: Unpack[CollectionRequest]) -> CollectionResponse:
        """Creates a collection of pictures, states, texts or faces, to search in and to teach from."""
        return cast("CollectionResponse", self.request("POST", "/v2/collections", body=dict(body)))

    def list_collections(self) -> ListCollectionsResponse:
        """Lists the collections of the project by name."""
        return cast("ListCollectionsResponse", self.request("GET", "/v2/collections"))

    def get_collection(self, id: str) -> CollectionDetailResponse:
        """Gets a collection by id or name, with the number of entries of each label."""
        return cast("CollectionDetailResponse", self.request("GET", f"/v2/collections/{quote(id, safe='')}"))

    def update_collection(self, id: str, **body: Unpack[CollectionChanges]) -> CollectionResponse:
        """Renames a collection, or changes what is kept of entries that come."""
        return cast("CollectionResponse", self.request("PATCH", f"/v2/collections/{quote(id, safe='')}", body=dict(body)))

    def delete_collection(self, id: str) -> None:
        """Deletes a collection with its entries, pictures and vectors."""
        self.request("DELETE", f"/v2/collections/{quote(id, safe='')}")

    def add_entry(self, id: str, *, label: str | None = None, metadata: dict[str, Any] | None = None, body: Any = None) -> EntryResponse:
        """Adds a picture or a text to a collection, with its vector and a label."""
        return cast("EntryResponse", self.request("POST", f"/v2/collections/{quote(id, safe='')}/entries", query={"label": label, "metadata": metadata}, body=body))

    def list_entries(self, id: str, *, limit: int | None = None, label: str | None = None, unlabelled: bool | None = None, cursor: str | None = None) -> ListEntriesResponse:
        """Lists the entries of a collection, newest first."""
        return cast("ListEntriesResponse", self.request("GET", f"/v2/collections/{quote(id, safe='')}/entries", query={"limit": limit, "label": label, "unlabelled": unlabelled, "cursor": cursor}))

    def delete_entries(self, id: str, *, label: str | None = None) -> DeleteEntriesResponse:
        """Deletes all entries with a label, their pictures and vectors."""
        return cast("DeleteEntriesResponse", self.request("DELETE", f"/v2/collections/{quote(id, safe='')}/entries", query={"label": label}))

    def get_entry(self, id: str, entry: str) -> EntryResponse:
        """Gets an entry."""
        return cast("EntryResponse", self.request("GET", f"/v2/collections/{quote(id, safe='')}/entries/{quote(entry, safe='')}"))

    def update_entry(self, id: str, entry: str, **body: Unpack[EntryChanges]) -> EntryResponse:
        """Changes the label or the metadata of an entry."""
        return cast("EntryResponse", self.request("PATCH", f"/v2/collections/{quote(id, safe='')}/entries/{quote(entry, safe='')}", body=dict(body)))

    def delete_entry(self, id: str, entry: str) -> None:
        """Deletes an entry with its picture and its vector."""
        self.request("DELETE", f"/v2/collections/{quote(id, safe='')}/entries/{quote(entry, safe='')}")

    def get_entry_picture(self, id: str, entry: str) -> bytes:
        """Downloads the small copy of the picture of an entry."""
        return cast("bytes", self.request("GET", f"/v2/collections/{quote(id, safe='')}/entries/{quote(entry, safe='')}/picture"))

    def search_collection(self, id: str, **body: Unpack[SearchRequest]) -> SearchCollectionResponse:
        """Finds the entries of a collection that are most like a picture, a text, an entry or a vector."""
        return cast("SearchCollectionResponse", self.request("POST", f"/v2/collections/{quote(id, safe='')}/search", body=dict(body)))

    def find_duplicates(self, id: str, **body: Unpack[DuplicatesRequest]) -> FindDuplicatesResponse:
        """Groups the entries of a collection that are nearly the same picture or text."""
        return cast("FindDuplicatesResponse", self.request("POST", f"/v2/collections/{quote(id, safe='')}/duplicates", body=dict(body)))

    def export_collection(self, id: str) -> bytes:
        """Exports the entries as lines of JSON, each with its vector and the copy of its picture in Base64; faces only to the scope admin."""
        return cast("bytes", self.request("GET", f"/v2/collections/{quote(id, safe='')}/export"))

    def import_collection(self, id: str, body: Any = None) -> ImportResponse:
        """Adds the lines of an export to a collection. An entry without a vector is described from its picture or text."""
        return cast("ImportResponse", self.request("POST", f"/v2/collections/{quote(id, safe='')}/import", body=body))

    def train_model(self, id: str, **body: Unpack[TrainRequest]) -> TrainResponse:
        """Teaches a model with the labelled entries of a collection: `vision.classify` or `text.classify` answers with it."""
        return cast("TrainResponse", self.request("POST", f"/v2/collections/{quote(id, safe='')}/train", body=dict(body)))

    def get_training(self, id: str) -> TrainingResponse:
        """Gets how far the latest teaching of a collection is, and what came of it."""
        return cast("TrainingResponse", self.request("GET", f"/v2/collections/{quote(id, safe='')}/train"))

    def train_model_async(self, id: str, **body: Unpack[TrainRequest]) -> TrainingResponse:
        """Teaches a model as `POST …/train` does, without waiting: `GET …/train` tells how far it is."""
        return cast("TrainingResponse", self.request("POST", f"/v2/collections/{quote(id, safe='')}/train/async", body=dict(body)))

    def cancel_training(self, id: str) -> TrainingResponse:
        """Cancels the teaching of a collection. It stops within a second, and no model is changed."""
        return cast("TrainingResponse", self.request("POST", f"/v2/collections/{quote(id, safe='')}/train/cancel"))

    def stream_training(self, id: str) -> bytes:
        """Streams how far the latest teaching of a collection is as Server-Sent Events until it ends."""
        return cast("bytes", self.request("GET", f"/v2/collections/{quote(id, safe='')}/train/events"))

    def train_model_from(self, **body: Unpack[TrainFromRequest]) -> TrainResponse:
        """Teaches a model with the labelled entries of a collection, as `POST /v2/collections/{id}/train` does."""
        return cast("TrainResponse", self.request("POST", "/v2/models/train", body=dict(body)))

    def list_plugins(self) -> PluginsResponse:
        """Lists the loaded plugins with their capabilities, and the plugins that failed to load with the reason."""
        return cast("PluginsResponse", self.request("GET", "/v2/plugins"))

    def list_capabilities(self) -> ListCapabilitiesResponse:
        """Lists the capabilities of all loaded plugins."""
        return cast("ListCapabilitiesResponse", self.request("GET", "/v2/capabilities"))

    def get_capability(self, id: str) -> CapabilityResponse:
        """Gets a capability with the schemas of its input and output, and examples."""
        return cast("CapabilityResponse", self.request("GET", f"/v2/capabilities/{quote(id, safe='')}"))

    def create_key(self, **body: Unpack[CreateKeyRequest]) -> CreatedKeyResponse:
        """Creates an API key. Only this response contains the key."""
        return cast("CreatedKeyResponse", self.request("POST", "/v1/keys", body=dict(body)))

    def list_keys(self) -> ListKeysResponse:
        """Lists the API keys, oldest first, including revoked ones."""
        return cast("ListKeysResponse", self.request("GET", "/v1/keys"))

    def get_key(self, id: str) -> KeyResponse:
        """Gets an API key."""
        return cast("KeyResponse", self.request("GET", f"/v1/keys/{quote(id, safe='')}"))

    def update_key(self, id: str, **body: Unpack[UpdateKeyRequest]) -> KeyResponse:
        """Updates an API key. Absent fields keep their values."""
        return cast("KeyResponse", self.request("PATCH", f"/v1/keys/{quote(id, safe='')}", body=dict(body)))

    def revoke_key(self, id: str) -> None:
        """Revokes an API key immediately, in every process. It stays in the list."""
        self.request("DELETE", f"/v1/keys/{quote(id, safe='')}")

    def rotate_key(self, id: str) -> CreatedKeyResponse:
        """Replaces the secret of a key. Only this response contains the new one; the old one stops working at once."""
        return cast("CreatedKeyResponse", self.request("POST", f"/v1/keys/{quote(id, safe='')}/rotate"))

    def sign_in(self, **body: Unpack[SignInRequest]) -> SessionResponse:
        """Signs in an administrator by the token of a link or by the password, and sets the session cookie."""
        return cast("SessionResponse", self.request("POST", "/v1/session", body=dict(body)))

    def get_session(self) -> SessionResponse:
        """Gets the signed-in administrator."""
        return cast("SessionResponse", self.request("GET", "/v1/session"))

    def sign_out(self) -> None:
        """Signs out."""
        self.request("DELETE", "/v1/session")

    def list_sessions(self) -> ListSessionsResponse:
        """Lists the signed-in browsers of the administrator, newest first."""
        return cast("ListSessionsResponse", self.request("GET", "/v1/sessions"))

    def sign_out_everywhere(self) -> None:
        """Signs out of all sessions."""
        self.request("DELETE", "/v1/sessions")

    def end_session(self, id: str) -> None:
        """Signs out one browser."""
        self.request("DELETE", f"/v1/sessions/{quote(id, safe='')}")

    def set_password(self, **body: Unpack[SetPasswordRequest]) -> None:
        """Sets the password and ends all other sessions."""
        self.request("PUT", "/v1/session/password", body=dict(body))

    def create_second_factor(self, **body: Unpack[BeginTotpRequest]) -> TotpSecretResponse:
        """Makes a secret for one-time codes (TOTP), shown only once. It counts once a code of it was given."""
        return cast("TotpSecretResponse", self.request("POST", "/v1/session/totp", body=dict(body)))

    def enable_second_factor(self, **body: Unpack[TotpCodeRequest]) -> None:
        """Turns one-time codes on with a first code, and ends all other sessions."""
        self.request("PUT", "/v1/session/totp", body=dict(body))

    def disable_second_factor(self, **body: Unpack[TotpCodeRequest]) -> None:
        """Turns one-time codes off."""
        self.request("POST", "/v1/session/totp/disable", body=dict(body))

    def create_project(self, **body: Unpack[CreateProjectRequest]) -> ProjectResponse:
        """Creates a project. To make its first key, run `percept keys create --project NAME` or send the header `Percept-Project`."""
        return cast("ProjectResponse", self.request("POST", "/v2/projects", body=dict(body)))

    def list_projects(self) -> ListProjectsResponse:
        """Lists the projects, oldest first."""
        return cast("ListProjectsResponse", self.request("GET", "/v2/projects"))

    def get_project(self, id: str) -> ProjectResponse:
        """Gets a project; one that was deleted until its data is gone."""
        return cast("ProjectResponse", self.request("GET", f"/v2/projects/{quote(id, safe='')}"))

    def update_project(self, id: str, **body: Unpack[UpdateProjectRequest]) -> ProjectResponse:
        """Updates a project. Fields that you omit keep their values."""
        return cast("ProjectResponse", self.request("PATCH", f"/v2/projects/{quote(id, safe='')}", body=dict(body)))

    def delete_project(self, id: str) -> ProjectResponse:
        """Deletes a project for good. Its keys end at once; pipelines, runs, results, webhooks, logs and files are removed in small steps."""
        return cast("ProjectResponse", self.request("DELETE", f"/v2/projects/{quote(id, safe='')}"))

    def list_secrets(self) -> ListSecretsResponse:
        """Lists the secrets of the project by name, never their values."""
        return cast("ListSecretsResponse", self.request("GET", "/v2/secrets"))

    def set_secret(self, name: str, **body: Unpack[SetSecretRequest]) -> SecretResponse:
        """Sets a secret, value and hosts together. Pipelines of the project use it as `${{ secrets.NAME }}` from their next run."""
        return cast("SecretResponse", self.request("PUT", f"/v2/secrets/{quote(name, safe='')}", body=dict(body)))

    def delete_secret(self, name: str) -> None:
        """Deletes a secret. Runs that start afterwards and use it are refused."""
        self.request("DELETE", f"/v2/secrets/{quote(name, safe='')}")

    def list_audit_entries(self, *, limit: int | None = None, before: str | None = None, search: str | None = None) -> ListAuditEntriesResponse:
        """Lists what keys and administrators changed, refused keys and failed sign-ins, newest first."""
        return cast("ListAuditEntriesResponse", self.request("GET", "/v1/audit", query={"limit": limit, "before": before, "search": search}))

    def get_usage(self, *, from_: str | None = None, to: str | None = None, key_id: str | None = None) -> UsageResponse:
        """Gets the usage by day, operation and key, with latency, errors and the remaining quota of the month."""
        return cast("UsageResponse", self.request("GET", "/v1/usage", query={"from": from_, "to": to, "key_id": key_id}))

    def get_overview(self) -> OverviewResponse:
        """Gets today's calls of the project, and the memory and disk of the process that answers."""
        return cast("OverviewResponse", self.request("GET", "/v2/overview"))

    def get_customer_page(self) -> CustomerResponse:
        """Gets the project's endpoints, newest deliveries and usage."""
        return cast("CustomerResponse", self.request("GET", "/v2/customer"))

    def get_customer_delivery(self, id: str) -> DeliveryDetailsResponse:
        """Gets a delivery of the project: payload and attempts."""
        return cast("DeliveryDetailsResponse", self.request("GET", f"/v2/customer/deliveries/{quote(id, safe='')}"))

    def list_log_entries(self, *, dashboard: bool | None = None, limit: int | None = None, cursor: str | None = None, search: str | None = None, key_id: str | None = None, operation: str | None = None, status: str | None = None, min_ms: int | None = None, from_: str | None = None, to: str | None = None) -> ListLogEntriesResponse:
        """Lists the requests of the project, newest first. A key without the scope `admin` sees its own."""
        return cast("ListLogEntriesResponse", self.request("GET", "/v2/logs", query={"dashboard": dashboard, "limit": limit, "cursor": cursor, "search": search, "key_id": key_id, "operation": operation, "status": status, "min_ms": min_ms, "from": from_, "to": to}))

    def count_log_hours(self, *, dashboard: bool | None = None, search: str | None = None, key_id: str | None = None, operation: str | None = None, status: str | None = None, min_ms: int | None = None, from_: str | None = None, to: str | None = None) -> LogHoursResponse:
        """Counts the requests that match, by hour: of the last 24 hours, or of up to 31 days."""
        return cast("LogHoursResponse", self.request("GET", "/v2/logs/hours", query={"dashboard": dashboard, "search": search, "key_id": key_id, "operation": operation, "status": status, "min_ms": min_ms, "from": from_, "to": to}))

    def get_log_entry(self, request_id: str) -> LogEntryResponse:
        """Gets a request by the `X-Request-Id` of its response."""
        return cast("LogEntryResponse", self.request("GET", f"/v2/logs/{quote(request_id, safe='')}"))

    def get_analysis(self, id: str) -> AnalysisResponse:
        """Gets the state and the result of an analysis that was accepted with 202. It is kept for a week."""
        return cast("AnalysisResponse", self.request("GET", f"/v2/analyses/{quote(id, safe='')}"))

    def correct_analysis(self, id: str, **body: Unpack[CorrectionRequest]) -> AnalysisResponse:
        """Corrects values of the result of an analysis. `corrections` of the result keeps what the machine said beside each."""
        return cast("AnalysisResponse", self.request("PATCH", f"/v2/analyses/{quote(id, safe='')}", body=dict(body)))

    def cancel_analysis(self, id: str) -> AnalysisResponse:
        """Cancels an analysis that is waiting or in progress. A video stops within a second."""
        return cast("AnalysisResponse", self.request("POST", f"/v2/analyses/{quote(id, safe='')}/cancel"))

    def stream_analysis(self, id: str) -> bytes:
        """Streams the state and progress of an analysis as Server-Sent Events until it ends."""
        return cast("bytes", self.request("GET", f"/v2/analyses/{quote(id, safe='')}/events"))

    def create_upload(self, *, expires_in: int | None = None, body: Any = None) -> UploadResponse:
        """Keeps an image or a video for later calls. Its id stands wherever an image or a video is taken, until it expires."""
        return cast("UploadResponse", self.request("POST", "/v2/uploads", query={"expires_in": expires_in}, body=body))

    def list_uploads(self, *, limit: int | None = None, cursor: str | None = None) -> ListUploadsResponse:
        """Lists the uploads of the project that have not expired, newest first."""
        return cast("ListUploadsResponse", self.request("GET", "/v2/uploads", query={"limit": limit, "cursor": cursor}))

    def get_upload(self, id: str) -> UploadResponse:
        """Gets size, type and expiry of an upload."""
        return cast("UploadResponse", self.request("GET", f"/v2/uploads/{quote(id, safe='')}"))

    def delete_upload(self, id: str) -> None:
        """Deletes an upload with its bytes."""
        self.request("DELETE", f"/v2/uploads/{quote(id, safe='')}")

    def download_upload(self, id: str) -> bytes:
        """Downloads the bytes of an upload."""
        return cast("bytes", self.request("GET", f"/v2/uploads/{quote(id, safe='')}/content"))
