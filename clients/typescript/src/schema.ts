// Generated from /openapi.json by `npm run clients`; not edited by hand.

export interface paths {
    "/v2/vision/classify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Names the objects and the scene that an image shows.
         * @description Returns labels for the whole image, most likely first, each with its category. A wider label, such as `animal`, comes behind a more specific one. If few labels fit, the list is short or empty; then `nearest` says what came closest.
         */
        post: operations["classifyImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/classify/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As classifyImage, for later. */
        post: operations["classifyImageAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/detect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the objects in an image and their bounding boxes.
         * @description Returns a box for each object, in whole pixels of the upright image, most confident first. The confidence is calibrated: of all detections at 0.8, eight in ten are right.
         */
        post: operations["detectObjects"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/detect/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As detectObjects, for later. */
        post: operations["detectObjectsAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the objects, faces, text and colours of an image in one call.
         * @description Returns each of the requested `features` under its own key; everything by default. Boxes are whole pixels of the upright image.
         */
        post: operations["analyzeImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/analyze/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As analyzeImage, for later. */
        post: operations["analyzeImageAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/text": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the text in an image: signs, labels, receipts, pages.
         * @description Returns the whole text, and each line with its box, in reading order; with `level` also words and characters. `rows` groups lines that are side by side, such as a name and its price. Boxes are whole pixels of the upright image.
         */
        post: operations["visionText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/text/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As visionText, for later. */
        post: operations["visionTextAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/faces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the faces in an image, with their expressions.
         * @description Returns a box for each face, most confident first. Boxes are whole pixels of the upright image. It finds faces and does not recognize people.
         */
        post: operations["visionFaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/faces/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As visionFaces, for later. */
        post: operations["visionFacesAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/barcodes": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the bar codes and QR codes in an image.
         * @description Reads QR, Micro QR, Data Matrix, Aztec, PDF417, MaxiCode, Code 39, 93 and 128, EAN, UPC, ITF, Codabar, DataBar and Telepen, at any angle, also light on dark. A code that fails its own check digits is left out. Boxes are whole pixels of the upright image.
         */
        post: operations["visionBarcodes"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/barcodes/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As visionBarcodes, for later. */
        post: operations["visionBarcodesAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/embed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Describes an image by a vector: similar images have similar vectors.
         * @description Returns 1,280 numbers with the default model. The cosine similarity of two vectors of the same model and version shows how similar two images are. The model sees the centre square; `crop` uses a part of the image instead. With a `model` such as CLIP, you can compare the vector with those of texts from `text.embed`.
         */
        post: operations["embedImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/embed/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As embedImage, for later. */
        post: operations["embedImageAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/recognize": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the faces in an image, and names the people who are in a collection of faces.
         * @description Returns a box, a name and a similarity for each face; the name is `unknown` if nobody in the collection is similar enough. It is off until the operator sets `PERCEPT_FACE_RECOGNITION=on`: most laws require the consent of people whose faces are measured. A similarity does not prove who somebody is.
         */
        post: operations["recognizeFaces"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/recognize/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As recognizeFaces, for later. */
        post: operations["recognizeFacesAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Covers faces, codes and text of an image, and removes its metadata.
         * @description Replaces the pixels, so nothing can be recovered; a blur could be reversed. What is not found is not covered: check the image before you publish it.
         */
        post: operations["redactImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/redact/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As redactImage, for later. */
        post: operations["redactImageAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/annotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Draws what is in an image on it: boxes with the names of objects, faces and lines of text.
         * @description `draw` sets what it finds and draws; `boxes` are results of other capabilities to draw unchanged. Labels are drawn in capital Latin letters; a label without Latin letters is drawn as its number.
         */
        post: operations["annotateImage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/annotate/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As annotateImage, for later. */
        post: operations["annotateImageAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/video/analyze": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Describes what a video shows over time: objects and their tracks, activities, scenes and a summary.
         * @description Analyzes every Nth frame (`frame_interval`), and reports only what frames at that distance can show. Timestamps are presentation times.
         */
        post: operations["analyzeVideo"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/vision/video/analyze/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As analyzeVideo, for later. */
        post: operations["analyzeVideoAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/sentiment": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Classifies a text as positive, negative or neutral.
         * @description Returns calibrated probabilities for the text, for each sentence if `detailed` is set, and the sentiment towards the people and things that it names. Reads languages with the Latin, Greek, Cyrillic, Arabic and Devanagari scripts; we measured en, ar, de, es, fr, hi, it, nl, pl, pt. For the others, the confidence is lower.
         */
        post: operations["analyzeSentiment"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/sentiment/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As analyzeSentiment, for later. */
        post: operations["analyzeSentimentAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/entities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the people, organizations and places that a text names.
         * @description Finds PERSON, ORGANIZATION, LOCATION, DATE, TIME, MONEY, PERCENT, QUANTITY, EMAIL, URL, PHONE, HASHTAG, MENTION, IP_ADDRESS, IBAN, CARD. It finds persons, organisations and places in languages with the Latin, Greek, Cyrillic, Arabic and Devanagari scripts; we measured en, da, de, es, fr, hr, it, nl, pl, pt, sv. It finds times in English, and the other types by their form, in any language.
         */
        post: operations["findEntities"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/entities/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As findEntities, for later. */
        post: operations["findEntitiesAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/embed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Describes a text by a vector: texts with the same meaning have similar vectors, in any language.
         * @description Returns 384 numbers with the default model. The cosine similarity of two vectors of the same model and version shows how similar two texts are. Unrelated texts reach some 0.75, so compare similarities with each other. A long text is read in windows, up to 4,080 tokens. With a `model` such as CLIP, which compares pictures with texts, the vector can be compared with those of pictures.
         */
        post: operations["embedText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/embed/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As embedText, for later. */
        post: operations["embedTextAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/classify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Assigns a text to one of several classes: those of a taught model, or the labels of the request.
         * @description Teach a model with twenty texts of each class (`POST /v2/collections/{id}/train`). Without a model, the meaning of the text is compared with that of `labels`, in any language; `descriptions` improve the result. A text of none of the classes gets no label.
         */
        post: operations["classifyText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/classify/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As classifyText, for later. */
        post: operations["classifyTextAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/redact": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Replaces what identifies a person in a text: cards, bank accounts, addresses, telephone numbers, names.
         * @description Finds cards and IBANs by their check digits, in any language, and persons, organisations and places as `text.entities` does. A name that is not found is not replaced: read the text before you publish it. A number is always replaced as a whole.
         */
        post: operations["redactText"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/text/redact/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As redactText, for later. */
        post: operations["redactTextAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/timeseries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Predicts the periods that follow a series of dated values.
         * @description Detects the step between the values (hours, days, business days, months …) and the season; fills missing periods. Combines several methods; the intervals are calibrated on other series.
         */
        post: operations["predictTimeSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/timeseries/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As predictTimeSeries, for later. */
        post: operations["predictTimeSeriesAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/timeseries/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forecasts many series of dated values.
         * @description Answers each series as in a single call; a refused series has its error, and the others keep their answers.
         */
        post: operations["predictManyTimeSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/timeseries/batch/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As predictManyTimeSeries, for later. */
        post: operations["predictManyTimeSeriesAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/anomalies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the unusual points of a series of dated values.
         * @description Compares each value with what is expected from the values before it, the season and the usual errors of the series. Anomalies in the history do not hide others or change what is expected.
         */
        post: operations["detectAnomalies"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/anomalies/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As detectAnomalies, for later. */
        post: operations["detectAnomaliesAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/anomalies/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the unusual points of many series.
         * @description Answers each series as in a single call; a refused series has its error, and the others keep their answers.
         */
        post: operations["detectAnomaliesInMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/anomalies/batch/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As detectAnomaliesInMany, for later. */
        post: operations["detectAnomaliesInManyAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/changepoints": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds where the level, the trend, the noise or the season of a series changes.
         * @description Each change has its kind, its confidence, and what it was before and after. Single outliers and autocorrelated noise do not count as changes.
         */
        post: operations["detectChangepoints"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/changepoints/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As detectChangepoints, for later. */
        post: operations["detectChangepointsAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/changepoints/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds where the level, the trend, the noise or the season of many series changes.
         * @description Answers each series as in a single call; a refused series has its error, and the others keep their answers.
         */
        post: operations["detectChangepointsInMany"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/changepoints/batch/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As detectChangepointsInMany, for later. */
        post: operations["detectChangepointsInManyAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/backtest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forecasts the past of a series from rolling origins, and compares the scores with those of simple methods and your own.
         * @description Each forecast uses only the values up to its origin, so the scores show what to expect of `predict.timeseries` on this series.
         */
        post: operations["backtestForecast"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/predict/backtest/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As backtestForecast, for later. */
        post: operations["backtestForecastAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads a PDF, a TIFF or an image page by page: text, rows, paragraphs, tables, labels with their values, codes.
         * @description Uses the text layer of each page, or reads the picture of a page without one. `content` is the text in reading order, plain or as Markdown. Each page has its lines and words with their corners, the printed rows, paragraphs, tables, and labels with their values. A document of more than 20 pages gets a 202; `/v2/analyses` has the progress by pages and the result.
         */
        post: operations["readDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/read/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As readDocument, for later. */
        post: operations["readDocumentAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/fields": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds merchant, date, total, tax, items and numbers of a receipt or an invoice, each with its source.
         * @description Each field has its typed value, the printed text, a confidence, its page and its corners; a field that the document lacks is null. Matching sums and valid check digits raise the confidence. `review` says what a person should check.
         */
        post: operations["readDocumentFields"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/fields/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As readDocumentFields, for later. */
        post: operations["readDocumentFieldsAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/render": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Draws pages of a PDF or a TIFF as pictures, as document.read sees them. */
        post: operations["renderDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/render/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As renderDocument, for later. */
        post: operations["renderDocumentAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/searchable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Adds an invisible text layer to the pages of a PDF that have none; pictures become a PDF.
         * @description Pages with a sound text layer do not change, and neither do the pixels of any page. Each recognized word is in its place, so you can search, select and copy the text. The PDF is in the answer as Base64.
         */
        post: operations["makeDocumentSearchable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/documents/searchable/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As makeDocumentSearchable, for later. */
        post: operations["makeDocumentSearchableAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/aggregate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Groups rows and counts, sums and averages each group.
         * @description The new rows are in the order of their groups: numbers by value, then texts. Numbers may be written as text, as in a CSV file. Empty fields are ignored; the mean, minimum and maximum of no values are null.
         */
        post: operations["aggregateRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/aggregate/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As aggregateRows, for later. */
        post: operations["aggregateRowsAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/anomalies": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the unusual points of many series of a table.
         * @description Judges each series as `predict.anomalies` does; the rows have the fields of its points. Only one series is in memory at a time.
         */
        post: operations["detectAnomaliesInRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/anomalies/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As detectAnomaliesInRows, for later. */
        post: operations["detectAnomaliesInRowsAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/filter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Keeps the rows for which an expression is true.
         * @description The expression is CEL with the variables `row`, `index` (the position of the row, from 0) and `values`. Rows are streamed and keep their order.
         */
        post: operations["tableFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/filter/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As tableFilter, for later. */
        post: operations["tableFilterAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/forecast": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Forecasts many series of a table.
         * @description Forecasts each series as `predict.timeseries` does; the rows have the fields of its predictions. Only one series is in memory at a time.
         */
        post: operations["forecastRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/forecast/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As forecastRows, for later. */
        post: operations["forecastRowsAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/join": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Joins two tables by fields that are equal.
         * @description The new rows are in the order of the left table. If both tables have a field that is not joined by, it appears as `name` and `name_right`. A number equals the same number written as text. Rows without the field have no partner.
         */
        post: operations["joinRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/join/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As joinRows, for later. */
        post: operations["joinRowsAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/map": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Computes the columns of new rows by expressions.
         * @description The expressions are CEL with the variables `row`, `index` (the position of the row, from 0) and `values`. Rows are streamed and keep their order.
         */
        post: operations["tableMap"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/map/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As tableMap, for later. */
        post: operations["tableMapAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/read": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reads the rows of a CSV or JSON Lines file, with types.
         * @description Streams up to 5,000,000 rows. A line has at most 1 MB. A line that cannot be read, or does not fit the types, fails the call with its number, or is left out.
         */
        post: operations["tableRead"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/read/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As tableRead, for later. */
        post: operations["tableReadAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/sort": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Sorts rows by their fields.
         * @description Numbers come before texts and are sorted by value, even if they are written as text; rows without the field come last. Equal rows keep their order.
         */
        post: operations["sortRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/table/sort/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** As sortRows, for later. */
        post: operations["sortRowsAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/pipelines": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the pipelines with their findings. */
        get: operations["listPipelines"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/pipelines/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a pipeline: its text, inputs, graph and findings. */
        get: operations["getPipeline"];
        /** Saves a pipeline as its newest revision. A text with errors is rejected, and the response lists all of them. */
        put: operations["savePipeline"];
        post?: never;
        /** Deletes a pipeline. Its runs continue, and its revisions are kept. */
        delete: operations["deletePipeline"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/pipelines/{name}/revisions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the revisions of a pipeline that was saved over HTTP, newest first. */
        get: operations["listPipelineRevisions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/pipelines/{name}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Validates the text of a pipeline. A 400 response lists all errors in `details.findings`. */
        post: operations["validatePipeline"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/pipelines/{name}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Starts a run. It reads files only from the folders and buckets of the project. */
        post: operations["startRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the runs, newest first. */
        get: operations["listRuns"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/runs/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the state, counts, rate and failures of a run, its earlier attempts, and which processes work on it. */
        get: operations["getRun"];
        put?: never;
        post?: never;
        /** Deletes an ended run for good, with its items and the files in its folder. */
        delete: operations["deleteRun"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/runs/{id}/items": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the items of a run with the result of each step, or the error. */
        get: operations["listRunItems"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /**
         * Corrects values in the results of an item of an ended run. Its row, the steps after it and the outputs are made again.
         * @description Paths begin with the step that gave the result: `read.fields.total.value`.
         */
        patch: operations["correctRunItem"];
        trace?: never;
    };
    "/v2/runs/{id}/timeline": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets when the calls of a run waited and worked, by step and by worker. */
        get: operations["getRunTimeline"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/runs/{id}/items/file": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the image or video that an item looks at, or a preview. The file must still be in a data root or an allowed bucket. */
        get: operations["getRunItemFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/runs/{id}/artifacts/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads a file that the run wrote, by its file name, or by its full path with %2F for /. */
        get: operations["downloadArtifact"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/runs/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams a run as Server-Sent Events: `progress` after each change, then `end` when the run has ended. */
        get: operations["streamRun"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/runs/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels a run. Finished items keep their results. */
        post: operations["cancelRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/runs/{id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Repeats the failed items of an ended run, and the steps after them. Successful results are kept, and `earlier_attempts` says how the run ended before and who retried it. */
        post: operations["retryRun"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/schedules": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the triggers of all pipelines, each with its next five ticks. */
        get: operations["listSchedules"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/pipelines/{name}/ticks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the triggers of a pipeline: the next five ticks, and past ticks with the run they started or the reason they started none. */
        get: operations["listTicks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/schedules/{pipeline}/{trigger}/pause": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Pauses a trigger, for good or until a time. When it is resumed, its `catch_up` decides about the ticks in between. */
        post: operations["pauseSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/schedules/{pipeline}/{trigger}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resumes a paused trigger. */
        post: operations["resumeSchedule"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/schedules/{pipeline}/{trigger}/address": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates the URL of a webhook trigger, which is shown only once. The previous URL stops working at once. */
        post: operations["createHookAddress"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/hooks/{token}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Starts the run of a webhook trigger with the body as input. The URL itself is the credential.
         * @description The body is JSON, a form or a text, whatever its type says. A trigger with `verify` takes it only with the signature of its sender. The challenge of Slack and the confirmation of a subscription of Amazon SNS are answered with 200, and start no run.
         */
        post: operations["callHook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the webhook endpoints, oldest first. */
        get: operations["listWebhooks"];
        put?: never;
        /** Creates a webhook endpoint. Only this response contains the secret. */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/statistics": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists how deliveries to each endpoint went in the last 24 hours: share accepted, latency, last failure. */
        get: operations["listWebhookStatistics"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a webhook endpoint. */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /** Deletes a webhook endpoint and cancels its pending deliveries. */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Updates a webhook endpoint. Absent fields keep their values. A new host gets a new secret, shown only once, and loses the headers. */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/enable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Enables a webhook endpoint. Its held deliveries are sent in order. */
        post: operations["enableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Disables a webhook endpoint. New deliveries to it are held. */
        post: operations["disableWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Creates a new secret, shown only once. The old one keeps signing for 24 hours; with `revoke` it stops immediately. */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends an example event to this endpoint only, with `test: true` in its data. */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/recover": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends undelivered events again, in order and at the endpoint's rate. `dry_run` only counts them. */
        post: operations["recoverDeliveries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/recoveries/{recovery}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the progress of a recovery. */
        get: operations["getRecovery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the deliveries to an endpoint with their attempts, newest first. */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the deliveries to all endpoints with their attempts, newest first. */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a delivery: its payload and the response to each attempt. */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/deliveries/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Sends a delivery again at once, with the same event id. */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/test-filter": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Tries a filter on the events that were delivered lately, and on an example of each type. Sends nothing. */
        post: operations["testFilter"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/schemas": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the JSON Schemas of all events with their versions. */
        get: operations["listEventSchemas"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/schemas/{type}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the JSON Schema of an event's body. */
        get: operations["getEventSchema"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets an event in full, whatever its size. */
        get: operations["getEvent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the models that come with Percept and your own: those that all projects have, and those of the project. */
        get: operations["listModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a model with its card, and the tensors of its network as in the Open Inference Protocol v2. */
        get: operations["getModel"];
        /**
         * Uploads an ONNX file with the text of its model.yaml. It is tried first: what cannot be used is refused.
         * @description All projects have what the first project uploads; what another one uploads belongs to it alone.
         */
        put: operations["uploadModel"];
        post?: never;
        /** Deletes a model that was added, with its files. */
        delete: operations["deleteModel"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models/{name}/default": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Makes a model the default of its task, as `percept models use` does: it answers when a request names none.
         * @description Processes on the same models folder follow within a second. A default of `PERCEPT_DEFAULT_MODELS` is a conflict.
         */
        post: operations["useModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/catalogue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the models that can be pulled: those in Percept's catalogue and in your own `catalogue.yaml`. */
        get: operations["listCatalogueModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models/{name}/pull": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the progress of the model's latest pull in the process that answers, which forgets it when it ends. */
        get: operations["getModelPull"];
        put?: never;
        /**
         * Pulls a model of the catalogue, as `percept models pull` does: it verifies the file and resumes an interrupted download.
         * @description The model can be used as soon as the pull has succeeded. If a pull of the model is in progress, the response describes it.
         */
        post: operations["pullModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models/{name}/pull/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams the progress of a pull as Server-Sent Events until it ends. */
        get: operations["streamModelPull"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models/{name}/rollback": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Goes back to an earlier version of a model that was taught.
         * @description The version that it leaves is kept as well, so that you can return to it.
         */
        post: operations["rollBackModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models/{name}/validate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Validates the text of a model.yaml. A 400 response lists all errors in `details.findings`. */
        post: operations["validateModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the collections of the project by name. */
        get: operations["listCollections"];
        put?: never;
        /** Creates a collection of pictures, states, texts or faces, to search in and to teach from. */
        post: operations["createCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a collection by id or name, with the number of entries of each label. */
        get: operations["getCollection"];
        put?: never;
        post?: never;
        /** Deletes a collection with its entries, pictures and vectors. */
        delete: operations["deleteCollection"];
        options?: never;
        head?: never;
        /** Renames a collection, or changes what is kept of entries that come. */
        patch: operations["updateCollection"];
        trace?: never;
    };
    "/v2/collections/{id}/entries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the entries of a collection, newest first. */
        get: operations["listEntries"];
        put?: never;
        /**
         * Adds a picture or a text to a collection, with its vector and a label.
         * @description The picture is sent as to `vision.embed`: as a part of a form, as the body, or in JSON.
         */
        post: operations["addEntry"];
        /** Deletes all entries with a label, their pictures and vectors. */
        delete: operations["deleteEntries"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}/entries/{entry}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets an entry. */
        get: operations["getEntry"];
        put?: never;
        post?: never;
        /** Deletes an entry with its picture and its vector. */
        delete: operations["deleteEntry"];
        options?: never;
        head?: never;
        /** Changes the label or the metadata of an entry. */
        patch: operations["updateEntry"];
        trace?: never;
    };
    "/v2/collections/{id}/entries/{entry}/picture": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads the small copy of the picture of an entry. */
        get: operations["getEntryPicture"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Finds the entries of a collection that are most like a picture, a text, an entry or a vector.
         * @description A picture is sent as to `vision.embed`: as a part of a form, as the body, or in JSON.
         */
        post: operations["searchCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}/duplicates": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Groups the entries of a collection that are nearly the same picture or text. */
        post: operations["findDuplicates"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Exports the entries as lines of JSON, each with its vector and the copy of its picture in Base64; faces only to the scope admin. */
        get: operations["exportCollection"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Adds the lines of an export to a collection. An entry without a vector is described from its picture or text. */
        post: operations["importCollection"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}/train": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets how far the latest teaching of a collection is, and what came of it. */
        get: operations["getTraining"];
        put?: never;
        /**
         * Teaches a model with the labelled entries of a collection: `vision.classify` or `text.classify` answers with it.
         * @description Ten to twenty entries of each class are enough. The answer tells how many entries were named rightly by models that had not seen them, and which classes are confused. The model answers with none of its labels where a picture or a text is something else.
         */
        post: operations["trainModel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}/train/async": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Teaches a model as `POST …/train` does, without waiting: `GET …/train` tells how far it is. */
        post: operations["trainModelAsync"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}/train/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels the teaching of a collection. It stops within a second, and no model is changed. */
        post: operations["cancelTraining"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/collections/{id}/train/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Streams how far the latest teaching of a collection is as Server-Sent Events until it ends. */
        get: operations["streamTraining"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/models/train": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Teaches a model with the labelled entries of a collection, as `POST /v2/collections/{id}/train` does. */
        post: operations["trainModelFrom"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/plugins": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the loaded plugins with their capabilities, and the plugins that failed to load with the reason. */
        get: operations["listPlugins"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/capabilities": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the capabilities of all loaded plugins. */
        get: operations["listCapabilities"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/capabilities/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a capability with the schemas of its input and output, and examples. */
        get: operations["getCapability"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the API keys, oldest first, including revoked ones. */
        get: operations["listKeys"];
        put?: never;
        /** Creates an API key. Only this response contains the key. */
        post: operations["createKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/keys/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets an API key. */
        get: operations["getKey"];
        put?: never;
        post?: never;
        /** Revokes an API key immediately, in every process. It stays in the list. */
        delete: operations["revokeKey"];
        options?: never;
        head?: never;
        /** Updates an API key. Absent fields keep their values. */
        patch: operations["updateKey"];
        trace?: never;
    };
    "/v1/keys/{id}/rotate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Replaces the secret of a key. Only this response contains the new one; the old one stops working at once. */
        post: operations["rotateKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the signed-in administrator. */
        get: operations["getSession"];
        put?: never;
        /** Signs in an administrator by the token of a link or by the password, and sets the session cookie. */
        post: operations["signIn"];
        /** Signs out. */
        delete: operations["signOut"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the signed-in browsers of the administrator, newest first. */
        get: operations["listSessions"];
        put?: never;
        post?: never;
        /** Signs out of all sessions. */
        delete: operations["signOutEverywhere"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sessions/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        post?: never;
        /** Signs out one browser. */
        delete: operations["endSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/password": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets the password and ends all other sessions. */
        put: operations["setPassword"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/totp": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Turns one-time codes on with a first code, and ends all other sessions. */
        put: operations["enableSecondFactor"];
        /** Makes a secret for one-time codes (TOTP), shown only once. It counts once a code of it was given. */
        post: operations["createSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/session/totp/disable": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Turns one-time codes off. */
        post: operations["disableSecondFactor"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/projects": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the projects, oldest first. */
        get: operations["listProjects"];
        put?: never;
        /** Creates a project. To make its first key, run `percept keys create --project NAME` or send the header `Percept-Project`. */
        post: operations["createProject"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/projects/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a project; one that was deleted until its data is gone. */
        get: operations["getProject"];
        put?: never;
        post?: never;
        /** Deletes a project for good. Its keys end at once; pipelines, runs, results, webhooks, logs and files are removed in small steps. */
        delete: operations["deleteProject"];
        options?: never;
        head?: never;
        /** Updates a project. Fields that you omit keep their values. */
        patch: operations["updateProject"];
        trace?: never;
    };
    "/v2/secrets": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the secrets of the project by name, never their values. */
        get: operations["listSecrets"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/secrets/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /** Sets a secret, value and hosts together. Pipelines of the project use it as `${{ secrets.NAME }}` from their next run. */
        put: operations["setSecret"];
        post?: never;
        /** Deletes a secret. Runs that start afterwards and use it are refused. */
        delete: operations["deleteSecret"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists what keys and administrators changed, refused keys and failed sign-ins, newest first. */
        get: operations["listAuditEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/usage": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the usage by day, operation and key, with latency, errors and the remaining quota of the month. */
        get: operations["getUsage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/overview": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets today's calls of the project, and the memory and disk of the process that answers. */
        get: operations["getOverview"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/customer": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the project's endpoints, newest deliveries and usage. */
        get: operations["getCustomerPage"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/customer/deliveries/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a delivery of the project: payload and attempts. */
        get: operations["getCustomerDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/logs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the requests of the project, newest first. A key without the scope `admin` sees its own. */
        get: operations["listLogEntries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/logs/hours": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Counts the requests that match, by hour: of the last 24 hours, or of up to 31 days. */
        get: operations["countLogHours"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/logs/{request_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets a request by the `X-Request-Id` of its response. */
        get: operations["getLogEntry"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analyses/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets the state and the result of an analysis that was accepted with 202. It is kept for a week. */
        get: operations["getAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        /** Corrects values of the result of an analysis. `corrections` of the result keeps what the machine said beside each. */
        patch: operations["correctAnalysis"];
        trace?: never;
    };
    "/v2/analyses/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Cancels an analysis that is waiting or in progress. A video stops within a second. */
        post: operations["cancelAnalysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/analyses/{id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Streams the state and progress of an analysis as Server-Sent Events until it ends.
         * @description A result that is too large for an event is null here: get the analysis.
         */
        get: operations["streamAnalysis"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/uploads": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Lists the uploads of the project that have not expired, newest first. */
        get: operations["listUploads"];
        put?: never;
        /** Keeps an image or a video for later calls. Its id stands wherever an image or a video is taken, until it expires. */
        post: operations["createUpload"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/uploads/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Gets size, type and expiry of an upload. */
        get: operations["getUpload"];
        put?: never;
        post?: never;
        /** Deletes an upload with its bytes. */
        delete: operations["deleteUpload"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v2/uploads/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Downloads the bytes of an upload. */
        get: operations["downloadUpload"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "prediction.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A capability has answered. */
        post: operations["predictionCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "prediction.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A capability failed, and not by a mistake of the caller. */
        post: operations["predictionFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.started": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A pipeline run was accepted. */
        post: operations["batchStarted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A pipeline run has ended well, or with some failed items. */
        post: operations["batchCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "batch.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A pipeline run failed or was cancelled. */
        post: operations["batchFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "quota.threshold_reached": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** A key, or a project, has used 80 or 100 % of its month. */
        post: operations["quotaThresholdReached"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "system.notification": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Something deserves attention. `data.kind` says what: a pipeline reports something, or an endpoint was disabled. */
        post: operations["systemNotification"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AcceptedAnalysisResponse: {
            id: string;
            /**
             * @example queued
             * @enum {string}
             */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description The path of its state and result. */
            status_url: string;
        };
        AcceptedRunResponse: {
            id: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "partial" | "failed" | "cancelled";
            /** @description The URL of its state, which needs a key. */
            status_url: string;
        };
        AggregateRowsRequest: {
            /** @description The rows: a list of objects, or in a pipeline the rows of another step. */
            rows: Record<string, never>[];
            /**
             * @description The fields to group by; without any, all rows are one group.
             * @default []
             */
            by?: string[];
            /** @description Name of the column that counts the rows of a group. */
            count?: string;
            /** @description Sums: the new column's name and the field that it is of. */
            sum?: {
                [key: string]: string;
            };
            /** @description Means: the new column's name and the field that it is of. */
            mean?: {
                [key: string]: string;
            };
            /** @description Smallest values: the new column's name and the field that it is of. */
            min?: {
                [key: string]: string;
            };
            /** @description Largest values: the new column's name and the field that it is of. */
            max?: {
                [key: string]: string;
            };
        };
        AggregateRowsResponse: {
            /** @description The rows of the new table. */
            rows: Record<string, never>[];
            /** @description The number of rows that were read. */
            rows_read: number;
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        AnalysisError: {
            code: string;
            message: string;
            /** @description The parameter at fault, and what is wrong with it. */
            details?: {
                [key: string]: unknown;
            };
        };
        AnalysisProgress: {
            processed_frames: number;
            total_frames: number;
            /** @description From 0 to 100. */
            percent: number;
            /** @description Null when it is not known yet. */
            eta_seconds: number | null;
        };
        AnalysisResponse: {
            id: string;
            /**
             * @example queued
             * @enum {string}
             */
            status: "queued" | "running" | "succeeded" | "failed" | "cancelled";
            /** @description The path of its state and result. */
            status_url: string;
            /** @example vision.detect */
            capability: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            ended_at: string | null;
            /** @description The capability's answer, once it has succeeded. */
            result: {
                [key: string]: unknown;
            } | null;
            /** @description Of a video: how far it is, or was when it ended. */
            progress: components["schemas"]["AnalysisProgress"] | null;
            /** @description Why it failed. */
            error: components["schemas"]["AnalysisError"] | null;
        };
        AnalyzeImageForm: {
            /** Format: binary */
            image: string;
            /** @description What to look for; everything by default. Anything else is not computed. */
            features?: ("objects" | "faces" | "text" | "colors")[];
            /**
             * @description Whether to return the metadata of the file: size, orientation, colour space, camera.
             * @default false
             */
            include_metadata?: boolean;
            /** @description Name of the model that finds the objects, one that `GET /v2/models` lists for object-detection; the default model if absent. */
            model?: string;
            /**
             * @description How closely to look for objects, as in `vision.detect`.
             * @default normal
             * @enum {string}
             */
            detail?: "low" | "normal" | "high";
            /**
             * @description As in `vision.faces`.
             * @default false
             */
            landmarks?: boolean;
            /** @description Name of a model for text-recognition. `ocr-european`, the default, reads Latin letters, and Chinese, Japanese and many signs with the help of `ocr-multilingual`; `ocr-latin` has no accented letters. */
            text_model?: string;
            /**
             * @description How finely to answer text, as `level` of `vision.text`.
             * @default line
             * @enum {string}
             */
            text_level?: "line" | "word" | "character";
        };
        AnalyzeImageRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /** @description What to look for; everything by default. Anything else is not computed. */
            features?: ("objects" | "faces" | "text" | "colors")[];
            /**
             * @description Whether to return the metadata of the file: size, orientation, colour space, camera.
             * @default false
             */
            include_metadata?: boolean;
            /** @description Name of the model that finds the objects, one that `GET /v2/models` lists for object-detection; the default model if absent. */
            model?: string;
            /**
             * @description How closely to look for objects, as in `vision.detect`.
             * @default normal
             * @enum {string}
             */
            detail?: "low" | "normal" | "high";
            /**
             * @description As in `vision.faces`.
             * @default false
             */
            landmarks?: boolean;
            /** @description Name of a model for text-recognition. `ocr-european`, the default, reads Latin letters, and Chinese, Japanese and many signs with the help of `ocr-multilingual`; `ocr-latin` has no accented letters. */
            text_model?: string;
            /**
             * @description How finely to answer text, as `level` of `vision.text`.
             * @default line
             * @enum {string}
             */
            text_level?: "line" | "word" | "character";
        } & (unknown | unknown | unknown);
        AnalyzeImageResponse: {
            /** @description The objects, most confident first; only if requested. */
            objects?: components["schemas"]["AnalyzedObject"][];
            /** @description The faces, most confident first; only if requested. */
            faces?: components["schemas"]["AnalyzedFace"][];
            /** @description The lines of text in reading order; only if requested. */
            text?: components["schemas"]["TextLine"][];
            /** @description The dominant colours, largest share first; only if requested. */
            colors?: components["schemas"]["AnalyzedColor"][];
            /** @description Only if requested. */
            metadata?: components["schemas"]["Metadata"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        AnalyzeSentimentRequest: {
            /** @description The text; plain or HTML. */
            text: string;
            /** @description Language of the text, as an ISO 639-1 code such as `en`; detected by default. */
            language?: string;
            /**
             * @description Whether to rate each sentence as well.
             * @default false
             */
            detailed?: boolean;
            /**
             * @description `sentiment` reads some sixty languages; in English it asks `sentiment-fast` first. `sentiment-fast` is some twenty times as fast and less often right: English by what it learned, de, es, fr, it, nl and pt by lists of words.
             * @default sentiment
             * @enum {string}
             */
            model?: "sentiment" | "sentiment-fast";
        };
        AnalyzeSentimentResponse: {
            /**
             * @description positive, negative or neutral: the likeliest of `scores`.
             * @enum {string}
             */
            sentiment: "negative" | "neutral" | "positive";
            /** @description Calibrated probability of `sentiment`. */
            confidence: number;
            scores: components["schemas"]["SentimentScores"];
            /** @description The entities that the text names, and the sentiment towards them. */
            entities: components["schemas"]["JudgedEntity"][];
            /** @description Language of the text that the rating is based on, as an ISO 639-1 code. */
            language: string;
            /** @description Confidence in the language: 1 if the caller set it, low if the text is too short to tell. */
            language_confidence: number;
            /** @description The sentences one by one; only with `detailed`. */
            sentences?: components["schemas"]["JudgedSentence"][];
            /** @description What a caller should know of the answer, such as a script that the model does not read; absent if there is nothing to say. */
            warnings?: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        AnalyzeVideoForm: {
            /** Format: binary */
            video: string;
            /**
             * @description The interval between analyzed frames: 5 analyzes every fifth frame. Quick movements, such as waving, need a small one.
             * @default 30
             */
            frame_interval?: number;
            /** @description What to look for; everything by default. Anything else is not computed. */
            features?: ("objects" | "activities" | "scenes")[];
        };
        AnalyzeVideoRequest: {
            /** @description The video: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            video?: string;
            /** @description URL of the video. */
            video_url?: string;
            /** @description The video as Base64 data, with or without a data-URI prefix. */
            video_data?: string;
            /**
             * @description The interval between analyzed frames: 5 analyzes every fifth frame. Quick movements, such as waving, need a small one.
             * @default 30
             */
            frame_interval?: number;
            /** @description What to look for; everything by default. Anything else is not computed. */
            features?: ("objects" | "activities" | "scenes")[];
        } & (unknown | unknown | unknown);
        AnalyzeVideoResponse: {
            /** @description Summary of the whole video. */
            video_info: components["schemas"]["VideoInfo"];
            /** @description One entry for each analyzed frame. */
            timeline: components["schemas"]["TimelineEntry"][];
            /** @description The shots in order; only if scenes were requested. */
            scenes?: components["schemas"]["SceneSpan"][];
            /** @description The individuals, by first appearance; only if objects were requested. */
            tracks?: components["schemas"]["ObjectTrack"][];
            /** @description Summary of the whole video. Parts that were not requested are empty. */
            summary: components["schemas"]["VideoSummary"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        AnalyzedColor: {
            /** @description Such as `#2f4f4f`. */
            hex: string;
            /** @description The same in numbers. */
            rgb: components["schemas"]["ColorValue"];
            /** @description The nearest of the named colours of CSS (CIEDE2000). */
            name: string;
            /** @description Share of the image; the shares of all colours sum to 1. */
            fraction: number;
        };
        AnalyzedFace: {
            /** @description Calibrated probability that the result is right. */
            confidence: number;
            /** @description The bounding box, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
            /** @description If requested: `left_eye`, `right_eye`, `nose`, `mouth`, `left_ear` and `right_ear`, in pixels of the upright image. Left is left for who looks at it; a hidden ear is an estimate. Absent for a face that lies on its side. */
            landmarks?: {
                [key: string]: {
                    x: number;
                    y: number;
                };
            };
            /** @description Probability of each expression; they sum to 1. They describe how a face looks, never what somebody feels. */
            emotions: {
                [key: string]: number;
            };
        };
        AnalyzedObject: {
            /** @description Calibrated probability that the result is right. */
            confidence: number;
            /** @description The bounding box, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
            /** @description The kind of object: one of the 80 COCO classes, such as `person`. */
            name: string;
        };
        AnnotateImageForm: {
            /** Format: binary */
            image: string;
            /** @description What it finds and draws. Without `draw` and `boxes`: objects. */
            draw?: ("objects" | "faces" | "text")[];
            /** @description Results to draw, such as `detections` of `vision.detect`: each has a `bounding_box`. */
            boxes?: {
                [key: string]: unknown;
            }[];
            /**
             * @description What stands at each box.
             * @default name_and_confidence
             * @enum {string}
             */
            labels?: "name_and_confidence" | "name" | "none";
            /**
             * @description Of what it finds: only with at least this confidence.
             * @default 0.5
             */
            min_confidence?: number;
            /**
             * @description Of the answer. If absent, a PNG stays one, and every other format becomes a JPEG.
             * @enum {string}
             */
            format?: "jpeg" | "png";
            /** @description Pixels of the longer side at most; as many as the image has if absent. */
            max_side?: number;
        };
        AnnotateImageRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /** @description What it finds and draws. Without `draw` and `boxes`: objects. */
            draw?: ("objects" | "faces" | "text")[];
            /** @description Results to draw, such as `detections` of `vision.detect`: each has a `bounding_box`. */
            boxes?: {
                [key: string]: unknown;
            }[];
            /**
             * @description What stands at each box.
             * @default name_and_confidence
             * @enum {string}
             */
            labels?: "name_and_confidence" | "name" | "none";
            /**
             * @description Of what it finds: only with at least this confidence.
             * @default 0.5
             */
            min_confidence?: number;
            /**
             * @description Of the answer. If absent, a PNG stays one, and every other format becomes a JPEG.
             * @enum {string}
             */
            format?: "jpeg" | "png";
            /** @description Pixels of the longer side at most; as many as the image has if absent. */
            max_side?: number;
        } & (unknown | unknown | unknown);
        AnnotateImageResponse: {
            /** @description The upright image with the boxes, in Base64, without metadata. */
            image_data: string;
            /** @enum {string} */
            media_type: "image/jpeg" | "image/png";
            /** @description What was drawn. */
            boxes: components["schemas"]["DrawnBox"][];
            /** @description Size and format of the image that was sent. */
            image_properties: components["schemas"]["ImageProperties"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        AnomaliesOfSeries: {
            /** @description Tells the series apart. */
            id: string;
            /** @description Why the series was refused. */
            error?: components["schemas"]["SeriesError"];
            /** @description Its judged points. */
            points?: components["schemas"]["JudgedPoint"][];
            /** @description Number of anomalies among all of its points. */
            total_anomalies?: number;
            /** @description How its points were judged. */
            model_info?: components["schemas"]["AnomalyModelInfo"];
        };
        AnomalyModelInfo: {
            /** @description The method. */
            algorithm: string;
            /** @description Number of periods after which the pattern repeats; 1 if none was found. */
            seasonality_period: number;
            /** @description Number of points that tell what is usual. */
            points_used: number;
            /** @description Number of periods among them that are missing in `data`; nothing is said about these. */
            points_missing: number;
        };
        AttemptResponse: {
            number: number;
            /** Format: date-time */
            at: string;
            duration_ms: number;
            /** @description HTTP status; null if there was no response. */
            status: number | null;
            /** @description Why the attempt failed. */
            reason: string | null;
            /** @description The headers that were sent, with `(hidden)` for signatures and your own. */
            request_headers: {
                [key: string]: string;
            } | null;
            /** @description The first 16 KiB of the response. */
            response_body: string | null;
            response_headers: {
                [key: string]: string;
            } | null;
        };
        AuditEntryResponse: {
            id: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            actor_kind: "key" | "administrator" | "command_line" | "anyone";
            actor_id: string;
            actor_name: string;
            /** @description Method and path of the request, or the command. */
            action: string;
            /** @description The id of the changed object. */
            target: string | null;
            address: string | null;
            request_id: string | null;
        };
        BacktestForecastRequest: {
            /** @description The history, with at least two different values, in any order. Each time occurs once, and at most 30 % of the periods in between may be missing. */
            data: {
                /** @description `2026-01-31`, `2026-01`, `2026` or a date-time such as `2026-01-31T09:00:00+01:00`. All must use the same form. */
                timestamp: string;
                /** @description The value at that time. */
                value: number;
            }[];
            /** @description The number of periods that each forecast predicts. */
            periods: number;
            /**
             * @description The maximum number of forecasts; fewer if the history is short.
             * @default 5
             */
            origins?: number;
            /** @description The number of periods from one origin to the next; `periods` when absent. */
            step?: number;
            /** @description Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none. */
            season_length?: number;
            /**
             * @description Probability that a value lies within its interval.
             * @default 0.95
             */
            confidence_interval?: number;
            /** @description Forecasts of other methods from the same origins, to be scored beside. */
            compare?: components["schemas"]["OtherMethod"][];
        };
        BacktestForecastResponse: {
            /** @description The scores of each method over all forecasts: ours first, then naive ones, then those to compare. */
            methods: components["schemas"]["MethodScores"][];
            /** @description The time of the last known point of each forecast, the earliest first. */
            origins: string[];
            /** @description Each predicted value beside the actual one; periods that are missing in `data` are left out. */
            forecasts: components["schemas"]["BacktestedValue"][];
            /** @description Number of values that were scored. */
            values_scored: number;
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        BacktestedValue: {
            /** @description The time of the last point that the forecast knew. */
            origin: string;
            /** @description The time of the value. */
            timestamp: string;
            /** @description The value. */
            value: number;
            /** @description What was predicted. */
            predicted_value: number;
            /** @description Lower end of the interval. */
            lower_bound: number;
            /** @description Upper end of the interval. */
            upper_bound: number;
        };
        Barcode: {
            /**
             * @description The kind of code.
             * @enum {string}
             */
            format: "aztec" | "codabar" | "code_32" | "code_39" | "code_93" | "code_128" | "data_matrix" | "databar" | "databar_expanded" | "databar_limited" | "dx_film_edge" | "ean_8" | "ean_13" | "itf" | "maxicode" | "micro_pdf417" | "micro_qr_code" | "pdf417" | "qr_code" | "rm_qr_code" | "telepen" | "upc_a" | "upc_e";
            /** @description What the code says, as text. */
            text: string;
            /** @description What the code says, as bytes in Base64: some codes hold no text. */
            bytes: string;
            /** @description The box around the corners, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
            /** @description The corners, clockwise from the code's own upper left one. */
            polygon: components["schemas"]["PolygonPoint"][];
        };
        /**
         * batch.completed
         * @description A pipeline run has ended well, or with some failed items.
         */
        BatchCompletedEvent: {
            /** @description The same for all attempts: use it as an idempotency key. */
            id: string;
            /** @constant */
            type: "batch.completed";
            /** Format: date-time */
            created_at: string;
            data: {
                /** @description True for a requested example event. */
                test?: boolean;
                run_id: string;
                pipeline: string;
                revision: string;
                counts: {
                    total: number;
                    succeeded: number;
                    failed: number;
                } & {
                    [key: string]: unknown;
                };
                /** @description From the start to the end of each attempt, summed. */
                duration_ms: number;
                /** @enum {string} */
                status: "succeeded" | "partial";
                outputs?: {
                    name: string;
                    path: string;
                    rows: number;
                }[];
                /** @description The URL of the result, which is too large for a webhook. */
                result_url?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * batch.failed
         * @description A pipeline run failed or was cancelled.
         */
        BatchFailedEvent: {
            /** @description The same for all attempts: use it as an idempotency key. */
            id: string;
            /** @constant */
            type: "batch.failed";
            /** Format: date-time */
            created_at: string;
            data: {
                /** @description True for a requested example event. */
                test?: boolean;
                run_id: string;
                pipeline: string;
                revision: string;
                counts: {
                    total: number;
                    succeeded: number;
                    failed: number;
                } & {
                    [key: string]: unknown;
                };
                /** @description From the start to the end of each attempt, summed. */
                duration_ms: number;
                /** @enum {string} */
                status: "failed" | "cancelled";
                error: string;
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * batch.started
         * @description A pipeline run was accepted.
         */
        BatchStartedEvent: {
            /** @description The same for all attempts: use it as an idempotency key. */
            id: string;
            /** @constant */
            type: "batch.started";
            /** Format: date-time */
            created_at: string;
            data: {
                /** @description True for a requested example event. */
                test?: boolean;
                run_id: string;
                pipeline: string;
                revision: string;
                inputs?: Record<string, never>;
                /** @description The URL of the result, which is too large for a webhook. */
                result_url?: string;
                /** @description The failed items of an ended run. */
                retry?: boolean;
            } & {
                [key: string]: unknown;
            };
        };
        BeginTotpRequest: {
            /** @description The current password. */
            current_password: string;
        };
        Bounds: {
            /** @description Lower limit of all forecasts and intervals. */
            lower?: number;
            /** @description Upper limit of all forecasts and intervals. */
            upper?: number;
        };
        Box: {
            /** @description Pixels from the left edge of the upright image. */
            x: number;
            /** @description Pixels from the top edge of the upright image. */
            y: number;
            /** @description Pixels. */
            width: number;
            /** @description Pixels. */
            height: number;
        };
        CapabilityCost: {
            capability: string;
            requests: number;
            /** @description Milliseconds of all its calls together. */
            total_ms: number;
        };
        CapabilityResponse: {
            id: string;
            /** @description The path of its route, for POST. */
            path: string;
            summary: string;
            /**
             * @description The kind of file that it takes, in this part of a form; null if it takes none.
             * @enum {string|null}
             */
            accepts: "image" | "video" | "document" | null;
            /** @description The tasks of the models that it may use. */
            model_tasks: string[];
            description: string | null;
            /** @description The parameters of which exactly one carries the file: its content, its URL, its Base64 data. */
            media_fields: string[];
            /** @description JSON Schema of the body. */
            input: {
                [key: string]: unknown;
            };
            /** @description JSON Schema of the answer. */
            output: {
                [key: string]: unknown;
            };
            /** @description Bodies that work as they are, but for their media. */
            examples: unknown[];
        };
        CapabilitySummaryResponse: {
            id: string;
            /** @description The path of its route, for POST. */
            path: string;
            summary: string;
            /**
             * @description The kind of file that it takes, in this part of a form; null if it takes none.
             * @enum {string|null}
             */
            accepts: "image" | "video" | "document" | null;
            /** @description The tasks of the models that it may use. */
            model_tasks: string[];
        };
        CatalogueModelResponse: {
            name: string;
            summary: string;
            /** @description How it compares with the model that comes with Percept, and who measured it; null if nobody did that we know of. */
            measured: string | null;
            task: string;
            licence: string;
            /** @description What is fetched. */
            bytes: number;
            /** @description Whether it is in your folder already. */
            present: boolean;
            /** @description The latest pull of it, in the process that answers. */
            pull: components["schemas"]["PullResponse"] | null;
        };
        Changepoint: {
            /** @description The time of the first point after the change, as in `data`. */
            timestamp: string;
            /**
             * @description What changed: the level, the trend, the size of the noise, or the pattern of the season.
             * @enum {string}
             */
            kind: "level" | "trend" | "variance" | "season";
            /** @description The part of series without changes that show no change like it. */
            confidence: number;
            /** @description Before the change: the mean of `level`, the slope in each period of `trend`, the standard deviation of `variance`, the distance from the lowest to the highest place of `season`. */
            before: number;
            /** @description The same after it, until the next change of its kind or the end. */
            after: number;
        };
        ChangepointModelInfo: {
            /** @description The method. */
            algorithm: string;
            /** @description Number of periods after which the pattern repeats; 1 if none was found. */
            seasonality_period: number;
            /** @description Number of points that were read. */
            points_used: number;
            /** @description Number of periods that are missing in `data` and were filled in. */
            points_filled: number;
        };
        ChangepointsOfSeries: {
            /** @description Tells the series apart. */
            id: string;
            /** @description Why the series was refused. */
            error?: components["schemas"]["SeriesError"];
            /** @description Its changes. */
            changepoints?: components["schemas"]["Changepoint"][];
            /** @description How they were found. */
            model_info?: components["schemas"]["ChangepointModelInfo"];
        };
        ClassificationEntry: {
            /** @description What the image shows, such as `dog` or `forest`. */
            label: string;
            /** @description Probability that the image shows it, less some caution. The order is that without caution, so a higher confidence may come later. */
            confidence: number;
            /** @description Kind of the label: `animal`, `vehicle`, `food`, `scene`, …; `general` for any other. */
            category: string;
            /** @description Wider labels, the nearest first, such as `dog` and `animal` for `beagle`. */
            parents?: string[];
        };
        ClassifyImageForm: {
            /** Format: binary */
            image: string;
            /**
             * @description The maximum number of classifications.
             * @default 10
             */
            max_results?: number;
            /**
             * @description Only labels with at least this confidence.
             * @default 0.5
             */
            confidence_threshold?: number;
            /** @description What the image may show; goes with a `model` such as CLIP. */
            labels?: string[];
            /** @description What is said of a label, `{}`. */
            prompts?: string[];
            /** @description Name of a model that `GET /v2/models` lists for the task; its default if absent. */
            model?: string;
        };
        ClassifyImageRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /**
             * @description The maximum number of classifications.
             * @default 10
             */
            max_results?: number;
            /**
             * @description Only labels with at least this confidence.
             * @default 0.5
             */
            confidence_threshold?: number;
            /** @description What the image may show; goes with a `model` such as CLIP. */
            labels?: string[];
            /** @description What is said of a label, `{}`. */
            prompts?: string[];
            /** @description Name of a model that `GET /v2/models` lists for the task; its default if absent. */
            model?: string;
            /** @description Another name for `confidence_threshold`. */
            min_confidence?: number;
        } & (unknown | unknown | unknown);
        ClassifyImageResponse: {
            /** @description What the image shows, most likely first, wider labels behind more specific ones unless these are far less likely; empty if no label fits. */
            classifications: components["schemas"]["ClassificationEntry"][];
            /** @description If `classifications` is empty: up to three labels from 0.1 on that came closest to `confidence_threshold`. */
            nearest?: components["schemas"]["ClassificationEntry"][];
            /** @description Size and format of the image. */
            image_properties: components["schemas"]["ImageProperties"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        ClassifyTextRequest: {
            /** @description The text; plain or HTML. */
            text: string;
            /** @description Name of a model that was taught with texts. Give this or `labels`. */
            model?: string;
            /** @description What the text may be about, such as `billing`: classes that nothing was taught. */
            labels?: string[];
            /**
             * @description What labels mean, by label: a sentence for each makes the answer much better.
             * @example {
             *       "billing": "Invoices, payments and prices."
             *     }
             */
            descriptions?: {
                [key: string]: string;
            };
            /**
             * @description The maximum number of classifications.
             * @default 10
             */
            max_results?: number;
            /**
             * @description Only labels with at least this confidence.
             * @default 0.5
             */
            confidence_threshold?: number;
            /** @description Another name for `confidence_threshold`. */
            min_confidence?: number;
        };
        ClassifyTextResponse: {
            /** @description The classes of the text, most likely first; empty if it is of none of them. */
            classifications: components["schemas"]["TextClass"][];
            /** @description If `classifications` is empty: up to three labels from 0.1 on that came closest. */
            nearest?: components["schemas"]["TextClass"][];
            /** @description Why the answer says little: the model does not know the characters, or the text has more words than it reads. */
            warnings?: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        CollectionChanges: {
            name?: string;
            /** @description For entries that come; those that are there keep theirs. */
            keep_pictures?: boolean;
            /** @description Days after which an entry is deleted; 0: it stays. For entries that come. */
            keep_days?: number;
        };
        CollectionDetailResponse: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "pictures" | "states" | "texts" | "faces";
            /** @description The model of its vectors; null while it is empty. */
            model: string | null;
            model_version: string | null;
            entries: number;
            keep_pictures: boolean;
            /** @description Days after which an entry is deleted; 0: it stays. */
            keep_days: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /**
             * @description `database`: without a filter, in a graph of pgvector, which may miss a few of the nearest entries. `memory`: exactly.
             * @enum {string}
             */
            searched_in: "memory" | "database";
            labels: components["schemas"]["LabelCount"][];
            /** @description The latest teaching; null before the first. */
            training: components["schemas"]["TrainingResponse"] | null;
        };
        CollectionRequest: {
            /** @description Unique in the project. It stands wherever the id is taken. */
            name: string;
            /**
             * @description `states` are pictures of one place, such as a gate that is open or closed. `faces` are people, by label.
             * @default pictures
             * @enum {string}
             */
            kind?: "pictures" | "states" | "texts" | "faces";
            /**
             * @description Whether small copies of the pictures are kept, 384 pixels at most, without metadata; of states 1,024. Of faces, the face alone.
             * @default true
             */
            keep_pictures?: boolean;
            /**
             * @description Days after which an entry is deleted; 0: it stays.
             * @default 0
             */
            keep_days?: number;
        };
        CollectionResponse: {
            id: string;
            name: string;
            /** @enum {string} */
            kind: "pictures" | "states" | "texts" | "faces";
            /** @description The model of its vectors; null while it is empty. */
            model: string | null;
            model_version: string | null;
            entries: number;
            keep_pictures: boolean;
            /** @description Days after which an entry is deleted; 0: it stays. */
            keep_days: number;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        ColorValue: {
            r: number;
            g: number;
            b: number;
        };
        Confused: {
            /** @description What the entries are. */
            label: string;
            /** @description What the model takes them for. */
            as: string;
            /** @description Ids of the entries. */
            entries: string[];
        };
        ContentSpan: {
            /** @description Place in `content`, counted in UTF-16 code units from 0. */
            offset: number;
            /** @description UTF-16 code units. */
            length: number;
        };
        CorrectedField: {
            /** @description Of the value, such as `fields.total.value`. */
            path: string;
            /** @description What a person said. */
            value?: unknown;
            /** @description What was answered. */
            was?: unknown;
            at: string;
            by: string;
        };
        CorrectedValue: {
            /** @description Of the value, such as `fields.total.value` or `items[0].amount.value`; of an item of a run with the step before it. */
            path: string;
            /** @description What is right; null: nothing is. */
            value: string | number | boolean | null;
        };
        CorrectionRequest: {
            corrections: components["schemas"]["CorrectedValue"][];
        };
        CreateKeyRequest: {
            /** @description What the key is for. */
            name: string;
            /**
             * @description Requests a month: `free` 1,000, `pro` 100,000, `enterprise` as `monthly_limit` says.
             * @default free
             * @enum {string}
             */
            plan?: "free" | "pro" | "enterprise";
            /** @description Requests a month, for the plan `enterprise` only; 1,000,000,000 by default. */
            monthly_limit?: number;
            /**
             * @description What the key may do; a key can give no scope that it lacks.
             * @default [
             *       "predict"
             *     ]
             */
            scopes?: ("predict" | "pipelines" | "webhooks" | "admin" | "customer")[];
            /**
             * @description When the key ends: an ISO 8601 date-time in the future, a duration such as `90d`, or `never`.
             * @default never
             * @example 90d
             * @example 2027-01-01T00:00:00Z
             * @example never
             */
            expires_at?: string;
            /**
             * @description Begins with `pk_live_` or `pk_test_`: the same rights, told apart at a glance.
             * @default live
             * @enum {string}
             */
            kind?: "live" | "test";
            /**
             * @description Whether the key gets an access key id and a secret access key too, for clients of AWS.
             * @default false
             */
            aws?: boolean;
        };
        CreateProjectRequest: {
            /** @description The name of the project, unique in this installation. */
            name: string;
            /**
             * @description Monthly requests that all keys of the project share: `free` 1,000, `pro` 100,000, `enterprise` as set in `monthly_limit`.
             * @default free
             * @enum {string}
             */
            plan?: "free" | "pro" | "enterprise";
            /** @description Monthly requests for the plan `enterprise`. Unlimited if omitted. */
            monthly_limit?: number;
        };
        CreateWebhookRequest: {
            /** @description A label of your own. */
            description?: string;
            /**
             * @description A CEL expression over `type` and `data`. Only events for which it is true are sent. An empty string removes it.
             * @example data.status == 'partial'
             */
            filter?: string;
            /** @description Maximum attempts per second; 0 for no limit. */
            rate_per_second?: number;
            /** @description Maximum attempts of one delivery; 0 for as many as the service makes. Beyond its waits (PERCEPT_WEBHOOK_WAITS), the last wait repeats. */
            max_attempts?: number;
            /**
             * @description Your own headers, sent with each delivery. Their values are stored encrypted and never shown.
             * @example {
             *       "authorization": "Bearer …"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description The URL that receives deliveries by POST: https, on the public internet.
             * @example https://example.com/hooks
             */
            url: string;
            /**
             * @description Event names or wildcards: `*` for all events, `batch.*` for a group.
             * @default [
             *       "*"
             *     ]
             * @example [
             *       "batch.completed"
             *     ]
             */
            events?: string[];
            /** @description The secret that signs deliveries: 16 to 128 characters, or `whsec_` and Base64. Generated by default. */
            secret?: string;
        };
        CreatedKeyResponse: {
            id: string;
            project_id: string;
            name: string;
            /** @description The first characters of the key. */
            prefix: string;
            /** @description The access key id of a key for clients of AWS. */
            aws_access_key_id: string | null;
            /** @enum {string} */
            plan: "free" | "pro" | "enterprise";
            /** @description Requests a month. */
            monthly_limit: number;
            scopes: ("predict" | "pipelines" | "webhooks" | "admin" | "customer")[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Accurate to the minute.
             */
            last_used_at: string | null;
            /** @description The key. Shown only once. */
            key: string;
            /** @description The secret access key that belongs to `aws_access_key_id`. Shown only once. */
            aws_secret_access_key?: string;
        };
        CreatedWebhookResponse: {
            id: string;
            url: string;
            events: string[];
            description: string | null;
            active: boolean;
            /** @description Why Percept switched the endpoint off. */
            disabled_reason: string | null;
            /** @description A CEL expression over `type` and `data`. */
            filter: string | null;
            /** @description Maximum attempts per second. */
            rate_per_second: number | null;
            /** @description Maximum attempts of one delivery; null: as many as the service makes. */
            max_attempts: number | null;
            /** @description Names of your own headers. */
            header_names: string[];
            /**
             * Format: date-time
             * @description Until then, the previous secret also signs.
             */
            old_secret_until: string | null;
            /**
             * Format: date-time
             * @description Time since which every attempt has failed.
             */
            failing_since?: string;
            /**
             * @description `open`: too many attempts in a row failed, so nothing is sent. `half_open`: the next attempt is a probe.
             * @enum {string}
             */
            circuit: "closed" | "open" | "half_open";
            /**
             * Format: date-time
             * @description When the open circuit allows a probe.
             */
            circuit_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The secret that signs deliveries. Shown only once. */
            secret: string;
        };
        Crop: {
            /** @description Pixels from the left edge of the upright image. */
            x: number;
            /** @description Pixels from the top edge of the upright image. */
            y: number;
            /** @description Pixels. */
            width: number;
            /** @description Pixels. */
            height: number;
        };
        CustomerDay: {
            day: string;
            requests: number;
            errors: number;
        };
        CustomerDelivery: {
            id: string;
            webhook_id: string;
            event_type: string;
            state: string;
            /** Format: date-time */
            created_at: string;
            attempts: number;
            /** @description Status of the last response. */
            status: number | null;
        };
        CustomerEndpoint: {
            id: string;
            url: string;
            description: string | null;
            events: string[];
            active: boolean;
            /** @description Share of the attempts of 24 hours that it accepted, 0 to 1. */
            success_rate: number | null;
            attempts: number;
        };
        CustomerResponse: {
            /** @description Who offers the page, and their colour. */
            name: string;
            colour: string;
            /** @description The name of the project. */
            project: string;
            /**
             * Format: date-time
             * @description When the link ends.
             */
            expires_at: string | null;
            webhooks: components["schemas"]["CustomerEndpoint"][];
            /** @description The newest 50. */
            deliveries: components["schemas"]["CustomerDelivery"][];
            /** @description The last 30 days. */
            usage: components["schemas"]["CustomerDay"][];
        };
        DayUsage: {
            requests: number;
            /** @description Responses with a status of 400 or above. */
            errors: number;
            day: string;
            /** @description Of them what the dashboard's pages asked for themselves. Calls of capabilities are not among them. */
            dashboard: components["schemas"]["RequestCounts"];
        };
        DeleteEntriesResponse: {
            deleted: number;
        };
        DeliveryDetailsResponse: {
            id: string;
            webhook_id: string;
            event_id: string;
            event_type: string;
            /** @enum {string} */
            state: "pending" | "sending" | "retrying" | "succeeded" | "exhausted" | "held" | "cancelled";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            attempts: components["schemas"]["AttemptResponse"][];
            /** @description The body of each attempt, byte for byte what `JSON.stringify` makes of it. */
            payload: Record<string, never>;
        };
        DeliveryResponse: {
            id: string;
            webhook_id: string;
            event_id: string;
            event_type: string;
            /** @enum {string} */
            state: "pending" | "sending" | "retrying" | "succeeded" | "exhausted" | "held" | "cancelled";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            next_attempt_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            attempts: components["schemas"]["AttemptResponse"][];
        };
        DetectAnomaliesInManyRequest: {
            /**
             * @description `entire` judges each point, `last` only the latest one: faster, for a series that grows.
             * @default entire
             * @enum {string}
             */
            mode?: "entire" | "last";
            /**
             * @description The part of usual points that may be reported. Of 1,000 points without any anomaly, 0.001 reports about one.
             * @default 0.001
             */
            sensitivity?: number;
            /** @description Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none. */
            season_length?: number;
            /** @description The series, at most 10,000 in one call: each with an `id` of its own. A pipeline streams any number of them. */
            series: components["schemas"]["SentSeries"][];
            /**
             * @description Whether only anomalies are among the points.
             * @default false
             */
            anomalies_only?: boolean;
        };
        DetectAnomaliesInManyResponse: {
            /** @description Number of series that were answered. */
            series_answered: number;
            /** @description Number of series that were refused. */
            series_failed: number;
            /** @description The answers, in the order of the series: each with its `id`, and with `error` where it was refused. */
            series: components["schemas"]["AnomaliesOfSeries"][];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        DetectAnomaliesInRowsRequest: {
            /** @description The points: a list of objects, or in a pipeline the rows of another step. */
            rows: Record<string, never>[];
            /**
             * @description The fields that tell the series apart; without any, all rows are one series.
             * @default []
             */
            by?: string[];
            /**
             * @description The field with the time of a point.
             * @default timestamp
             */
            time?: string;
            /**
             * @description The field with its value; rows without one are left out.
             * @default value
             */
            value?: string;
            /**
             * @description `entire` judges each point, `last` only the latest one of each series.
             * @default entire
             * @enum {string}
             */
            mode?: "entire" | "last";
            /**
             * @description The part of usual points that may be reported.
             * @default 0.001
             */
            sensitivity?: number;
            /** @description Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none. */
            season_length?: number;
            /**
             * @description Whether only anomalies become rows.
             * @default false
             */
            anomalies_only?: boolean;
        };
        DetectAnomaliesInRowsResponse: {
            /** @description The new rows, series by series, with the fields of `by`. */
            rows: Record<string, never>[];
            /** @description The number of rows that were read. */
            rows_read: number;
            /** @description The number of series. */
            groups: number;
            /** @description The number of series that were left out, such as those with fewer than 3 points; `table.anomalies` also leaves out a constant one. */
            groups_skipped: number;
            /** @description Why; the first ten. */
            skipped: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        DetectAnomaliesRequest: {
            /**
             * @description `entire` judges each point, `last` only the latest one: faster, for a series that grows.
             * @default entire
             * @enum {string}
             */
            mode?: "entire" | "last";
            /**
             * @description The part of usual points that may be reported. Of 1,000 points without any anomaly, 0.001 reports about one.
             * @default 0.001
             */
            sensitivity?: number;
            /** @description Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none. */
            season_length?: number;
            /** @description The series, with at least two different values, in any order. Each time occurs once, and at most 30 % of the periods in between may be missing. */
            data: {
                /** @description `2026-01-31`, `2026-01`, `2026` or a date-time such as `2026-01-31T09:00:00+01:00`. All must use the same form. */
                timestamp: string;
                /** @description The value at that time. */
                value: number;
            }[];
        };
        DetectAnomaliesResponse: {
            /** @description The judged points, by time. */
            points: components["schemas"]["JudgedPoint"][];
            /** @description The number of anomalies among them. */
            total_anomalies: number;
            /** @description How the points were judged. */
            model_info: components["schemas"]["AnomalyModelInfo"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        DetectChangepointsInManyRequest: {
            /**
             * @description How sure a change must be. Of 100 series without changes, at 0.99 about one has any.
             * @default 0.99
             */
            min_confidence?: number;
            /** @description Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none. */
            season_length?: number;
            /** @description The series, at most 10,000 in one call: each with an `id` of its own. A pipeline streams any number of them. */
            series: components["schemas"]["SentSeries"][];
        };
        DetectChangepointsInManyResponse: {
            /** @description Number of series that were answered. */
            series_answered: number;
            /** @description Number of series that were refused. */
            series_failed: number;
            /** @description The answers, in the order of the series: each with its `id`, and with `error` where it was refused. */
            series: components["schemas"]["ChangepointsOfSeries"][];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        DetectChangepointsRequest: {
            /**
             * @description How sure a change must be. Of 100 series without changes, at 0.99 about one has any.
             * @default 0.99
             */
            min_confidence?: number;
            /** @description Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none. */
            season_length?: number;
            /** @description The series, with at least two different values, in any order. Each time occurs once, and at most 30 % of the periods in between may be missing. */
            data: {
                /** @description `2026-01-31`, `2026-01`, `2026` or a date-time such as `2026-01-31T09:00:00+01:00`. All must use the same form. */
                timestamp: string;
                /** @description The value at that time. */
                value: number;
            }[];
        };
        DetectChangepointsResponse: {
            /** @description The changes, by time. */
            changepoints: components["schemas"]["Changepoint"][];
            /** @description How they were found. */
            model_info: components["schemas"]["ChangepointModelInfo"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        DetectObjectsForm: {
            /** Format: binary */
            image: string;
            /**
             * @description Only objects with at least this confidence.
             * @default 0.6
             */
            min_confidence?: number;
            /** @description Only objects of these kinds, such as `person`; all kinds by default. */
            object_types?: string[];
            /**
             * @description How closely to look. `high` also searches magnified parts of the image and finds small objects and crowds; it takes five to six times as long, and forty to sixty times for an image of more than 768 pixels. `low` is twice as fast and misses more.
             * @default normal
             * @enum {string}
             */
            detail?: "low" | "normal" | "high";
            /** @description Name of a model that `GET /v2/models` lists for the task; its default if absent. */
            model?: string;
        };
        DetectObjectsRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /**
             * @description Only objects with at least this confidence.
             * @default 0.6
             */
            min_confidence?: number;
            /** @description Only objects of these kinds, such as `person`; all kinds by default. */
            object_types?: string[];
            /**
             * @description How closely to look. `high` also searches magnified parts of the image and finds small objects and crowds; it takes five to six times as long, and forty to sixty times for an image of more than 768 pixels. `low` is twice as fast and misses more.
             * @default normal
             * @enum {string}
             */
            detail?: "low" | "normal" | "high";
            /** @description Name of a model that `GET /v2/models` lists for the task; its default if absent. */
            model?: string;
            /** @description Another name for `min_confidence`. */
            confidence_threshold?: number;
            /** @description Another name for `object_types`. */
            objects?: string[];
        } & (unknown | unknown | unknown);
        DetectObjectsResponse: {
            /** @description The objects, most confident first. */
            detections: components["schemas"]["Detection"][];
            /** @description The number of objects. */
            total_objects: number;
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        Detection: {
            /** @description The kind of object: one of the 80 COCO classes, such as `person`. */
            object: string;
            /** @description Calibrated probability that the detection is right. */
            confidence: number;
            /** @description The bounding box, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
        };
        DocumentBarcode: {
            /** @description The corners in the unit of the page, clockwise as the text is read. */
            polygon: components["schemas"]["PagePoint"][];
            /** @enum {string} */
            format: "aztec" | "codabar" | "code_32" | "code_39" | "code_93" | "code_128" | "data_matrix" | "databar" | "databar_expanded" | "databar_limited" | "dx_film_edge" | "ean_8" | "ean_13" | "itf" | "maxicode" | "micro_pdf417" | "micro_qr_code" | "pdf417" | "qr_code" | "rm_qr_code" | "telepen" | "upc_a" | "upc_e";
            text: string;
            /** @description Base64. */
            bytes: string;
        };
        DocumentFields: {
            /** @description Who wrote it. */
            merchant?: components["schemas"]["TextField"] | null;
            address?: components["schemas"]["TextField"] | null;
            phone?: components["schemas"]["TextField"] | null;
            /** @description YYYY-MM-DD. */
            date?: components["schemas"]["TextField"] | null;
            /** @description HH:MM, with seconds where it has some. */
            time?: components["schemas"]["TextField"] | null;
            /** @description YYYY-MM-DD. */
            due_date?: components["schemas"]["TextField"] | null;
            /** @description The sum with tax. What was paid before stays in it. */
            total?: components["schemas"]["NumberField"] | null;
            /** @description Before tax. */
            subtotal?: components["schemas"]["NumberField"] | null;
            tax?: components["schemas"]["NumberField"] | null;
            tip?: components["schemas"]["NumberField"] | null;
            /** @description Its code, such as EUR. A `$` alone is taken for USD and a `¥` for JPY, to be reviewed. */
            currency?: components["schemas"]["TextField"] | null;
            /** @description `cash`, `card` or `wallet`. */
            payment?: components["schemas"]["TextField"] | null;
            invoice_number?: components["schemas"]["TextField"] | null;
            order_number?: components["schemas"]["TextField"] | null;
            /** @description Without spaces. */
            iban?: components["schemas"]["TextField"] | null;
            /** @description The number of the sender for tax. */
            vat_id?: components["schemas"]["TextField"] | null;
        };
        DocumentItem: {
            text: components["schemas"]["TextField"];
            quantity?: components["schemas"]["NumberField"] | null;
            unit_price?: components["schemas"]["NumberField"] | null;
            amount: components["schemas"]["NumberField"];
        };
        DocumentKeyValue: {
            /** @description The label, without its colon. */
            key: string;
            value: string;
            /** @description Place of the line of the label in `lines` of the page, counted from 0. */
            key_line: number;
            /** @description Places of the lines of the value. */
            value_lines: number[];
        };
        DocumentLine: {
            /** @description The corners in the unit of the page, clockwise as the text is read. */
            polygon: components["schemas"]["PagePoint"][];
            text: string;
            /** @description Probability that it was read right; 1 from a text layer. */
            confidence: number;
            /** @description Not with `level: line`. */
            words?: components["schemas"]["DocumentWord"][];
            span: components["schemas"]["ContentSpan"];
        };
        DocumentPage: {
            /** @description From 1. */
            number: number;
            /** @description In `unit`, of the page as it is shown. */
            width: number;
            height: number;
            /**
             * @description Inches for a PDF, pixels for a picture.
             * @enum {string}
             */
            unit: "inch" | "pixel";
            /** @description Degrees by which the text is turned clockwise, more than -180 and at most 180. */
            angle: number;
            /**
             * @description Where the text comes from.
             * @enum {string}
             */
            source: "text_layer" | "ocr" | "none";
            /** @description In reading order. */
            lines: components["schemas"]["DocumentLine"][];
            /** @description What stands on one printed row. */
            rows: components["schemas"]["DocumentRow"][];
            paragraphs: components["schemas"]["DocumentParagraph"][];
            tables: components["schemas"]["DocumentTable"][];
            /** @description Labels that end with a colon, and what stands beside them. */
            key_values: components["schemas"]["DocumentKeyValue"][];
            /** @description Only with `barcodes`. */
            barcodes?: components["schemas"]["DocumentBarcode"][];
        };
        DocumentParagraph: {
            /** @description The corners in the unit of the page, clockwise as the text is read. */
            polygon: components["schemas"]["PagePoint"][];
            text: string;
            /**
             * @description What it is for, as far as its size tells.
             * @enum {string}
             */
            role?: "title" | "heading";
            /** @description Places of its lines in `lines` of the page, counted from 0. */
            lines: number[];
        };
        DocumentRow: {
            /** @description The corners in the unit of the page, clockwise as the text is read. */
            polygon: components["schemas"]["PagePoint"][];
            /** @description The texts of its lines, with a space between them. */
            text: string;
            /** @description Places of its lines in `lines` of the page, counted from 0. */
            lines: number[];
        };
        DocumentTable: {
            /** @description The corners in the unit of the page, clockwise as the text is read. */
            polygon: components["schemas"]["PagePoint"][];
            row_count: number;
            column_count: number;
            /** @description Row by row; empty cells are left out. */
            cells: components["schemas"]["TableCell"][];
        };
        DocumentWord: {
            /** @description The corners in the unit of the page, clockwise as the text is read. */
            polygon: components["schemas"]["PagePoint"][];
            text: string;
            /** @description Probability that it was read right; 1 from a text layer. */
            confidence: number;
        };
        DrawnBox: {
            /** @description What stands at the box. */
            label: string;
            /** @description Its place, in pixels of the answer. */
            bounding_box: components["schemas"]["Box"];
        };
        DuplicateGroup: {
            entries: components["schemas"]["EntryResponse"][];
            /** @description The least similar pair that joins the group. */
            similarity: number;
        };
        DuplicatesRequest: {
            /** @description Entries of a group are at least this similar to another one of it; if absent, 0.8 for pictures, which are compared by the square roots of their numbers, and 0.95 for the others. */
            min_similarity?: number;
        };
        EarlierAttempt: {
            /** @description 1 is the first. */
            number: number;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "partial" | "failed" | "cancelled";
            /** @description Why it failed. */
            error: string | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            /** @description Number of failed items. */
            failed: number;
            /** @description The first of them. */
            failures: components["schemas"]["EarlierFailure"][];
            /** @description The steps as they were at its end. */
            steps: components["schemas"]["RunStepView"][];
            /** Format: date-time */
            retried_at: string;
            retried_by: components["schemas"]["RetriedBy"];
        };
        EarlierFailure: {
            step: string;
            code: string;
            reason: string;
            /** @description Its key. */
            item: string;
            /** Format: date-time */
            ended_at: string | null;
        };
        EdgeView: {
            from: string;
            to: string;
        };
        EmbedImageForm: {
            /** Format: binary */
            image: string;
            /** @description The part of the image to describe, such as a `bounding_box` of `vision.detect`; all of it if absent. */
            crop?: components["schemas"]["Crop"];
            /** @description Pixels of the longer side of a small JPEG of what was described, which `thumbnail` of the answer has; none if absent. */
            thumbnail?: number;
            /** @description Name of a model that `GET /v2/models` lists for the task; its default if absent. */
            model?: string;
        };
        EmbedImageRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /** @description The part of the image to describe, such as a `bounding_box` of `vision.detect`; all of it if absent. */
            crop?: components["schemas"]["Crop"];
            /** @description Pixels of the longer side of a small JPEG of what was described, which `thumbnail` of the answer has; none if absent. */
            thumbnail?: number;
            /** @description Name of a model that `GET /v2/models` lists for the task; its default if absent. */
            model?: string;
        } & (unknown | unknown | unknown);
        EmbedImageResponse: {
            /** @description The vector, with a length of 1: the sum of the products of two vectors is their cosine similarity. */
            embedding: number[];
            /** @description How many numbers the vector has: 1,280 with the default model. */
            dimensions: number;
            /** @description The model that the vector comes from. */
            model: components["schemas"]["EmbeddingModel"];
            /** @description A small JPEG without metadata, in Base64, where `thumbnail` asks for it. */
            thumbnail?: string;
            /** @description Size and format of the image. */
            image_properties: components["schemas"]["ImageProperties"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        EmbedTextRequest: {
            /** @description The text; plain or HTML. */
            text: string;
            /** @description Name of a model that `GET /v2/models` lists for the task; its default if absent. */
            model?: string;
        };
        EmbedTextResponse: {
            /** @description The vector, with a length of 1: the sum of the products of two vectors is their cosine similarity. */
            embedding: number[];
            /** @description How many numbers the vector has: 384 with the default model. */
            dimensions: number;
            /** @description Words and parts of words that the model read. */
            tokens: number;
            /** @description The model that the vector comes from. */
            model: components["schemas"]["TextEmbeddingModel"];
            /** @description Why the vector says little: the model does not know the characters, or the text has more words than it reads. */
            warnings?: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        EmbeddingModel: {
            /** @description Name of the model. */
            name: string;
            /** @description Compare only vectors of the same model and version. */
            version: string;
        };
        Entity: {
            /** @description The entity, as written in the text. */
            text: string;
            /** @description One of PERSON, ORGANIZATION, LOCATION, DATE, TIME, MONEY, PERCENT, QUANTITY, EMAIL, URL, PHONE, HASHTAG, MENTION, IP_ADDRESS, IBAN, CARD, or a type of the model. */
            type: string;
            /** @description Probability that it is an entity of this type with these boundaries. */
            confidence: number;
            /** @description Start of the text span, in UTF-16 code units. */
            start: number;
            /** @description End of the text span, exclusive: `text.slice(start, end)` is the entity. */
            end: number;
        };
        EntryChanges: {
            /** @description An empty text takes the label away. */
            label?: string;
            metadata?: Record<string, never>;
        };
        EntryResponse: {
            id: string;
            label: string | null;
            /** @description Of an entry of texts. */
            text: string | null;
            metadata: Record<string, never>;
            /** @description The path of its small copy, if one is kept. */
            picture_url: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
        };
        Error: {
            error: {
                /** @enum {string} */
                code: "INVALID_REQUEST" | "UNSUPPORTED_MEDIA" | "MEDIA_FETCH_FAILED" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "INTERNAL" | "OVERLOADED" | "TIMEOUT";
                message: string;
                details?: {
                    field: string;
                    reason: string;
                    findings?: {
                        file: string;
                        line: number;
                        column: number;
                        message: string;
                    }[];
                };
                request_id: string;
            };
        };
        Event: components["schemas"]["PredictionCompletedEvent"] | components["schemas"]["PredictionFailedEvent"] | components["schemas"]["BatchStartedEvent"] | components["schemas"]["BatchCompletedEvent"] | components["schemas"]["BatchFailedEvent"] | components["schemas"]["QuotaThresholdReachedEvent"] | components["schemas"]["SystemNotificationEvent"];
        EventSchemaResponse: {
            /** @enum {string} */
            type: "prediction.completed" | "prediction.failed" | "batch.started" | "batch.completed" | "batch.failed" | "quota.threshold_reached" | "system.notification";
            version: number;
            /** @description JSON Schema 2020-12 of the whole body of a webhook. */
            schema: {
                [key: string]: unknown;
            };
        };
        Exif: {
            camera_make?: string;
            camera_model?: string;
            lens_make?: string;
            lens_model?: string;
            /** @description Seconds. */
            exposure_time?: number;
            f_number?: number;
            iso?: number;
            /** @description EV. */
            exposure_bias?: number;
            /** @description Millimetres. */
            focal_length?: number;
            /** @description Millimetres on 35 mm film. */
            focal_length_35mm?: number;
            flash_fired?: boolean;
            /** @description Time of the camera's clock, with the offset from UTC if the camera recorded it. */
            captured_at?: string;
            /** @description Only if the setting `PERCEPT_EXIF_GPS` allows it. */
            gps?: components["schemas"]["GpsPosition"];
        };
        Face: {
            /** @description Calibrated probability that the result is right. */
            confidence: number;
            /** @description The bounding box, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
            /** @description If requested: `left_eye`, `right_eye`, `nose`, `mouth`, `left_ear` and `right_ear`, in pixels of the upright image. Left is left for who looks at it; a hidden ear is an estimate. Absent for a face that lies on its side. */
            landmarks?: {
                [key: string]: {
                    x: number;
                    y: number;
                };
            };
            /** @description Probability of each expression; they sum to 1. They describe how a face looks, never what somebody feels. */
            emotions?: {
                [key: string]: number;
            };
        };
        FindDuplicatesResponse: {
            groups: components["schemas"]["DuplicateGroup"][];
        };
        FindEntitiesRequest: {
            /** @description The text; plain or HTML. */
            text: string;
            /** @description Only entities of these types, of PERSON, ORGANIZATION, LOCATION, DATE, TIME, MONEY, PERCENT, QUANTITY, EMAIL, URL, PHONE, HASHTAG, MENTION, IP_ADDRESS, IBAN, CARD; or of the model; all types by default. Other types find nothing, and `warnings` says so. */
            types?: string[];
            /**
             * @description `entities` finds names in many languages. `entities-en` is some thirty times as fast, knows English, and finds fewer names.
             * @default entities
             */
            model?: string;
        };
        FindEntitiesResponse: {
            /** @description The entities in the order of the text. */
            entities: components["schemas"]["Entity"][];
            /** @description What the answer leaves out and why, such as types that do not exist; absent if there is nothing to say. */
            warnings?: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        ForecastModelInfo: {
            /** @description The methods that the forecast combines. */
            algorithm: string;
            /** @description Accuracy of the same method on the end of the history: 1 − Σ|error| ÷ Σ|value|, at least 0. */
            accuracy_score: number;
            /**
             * @description Direction of the level without the seasonal pattern.
             * @enum {string}
             */
            trend: "increasing" | "decreasing" | "stable";
            /** @description Number of periods after which the pattern repeats; 1 if none was found. */
            seasonality_period: number;
            /** @description Number of values that the forecast is based on, including filled ones; at most the last 3,000. */
            points_used: number;
            /** @description Number of those values that were missing in `data` and were filled in. */
            points_filled: number;
            /** @description Mean absolute error of that test divided by the error of repeating the last season; absent if that error is 0. */
            mase?: number;
            /** @description The limits of the forecast: the requested `bounds`, or those that the history suggests. */
            bounds: components["schemas"]["Bounds"];
            /** @description Where a new level begins in the last third of the history: the values before it were moved to it. Absent without one. */
            level_since?: string;
            /** @description The effects of the holidays in the history. */
            holidays?: components["schemas"]["HolidayEffect"][];
            /** @description What became of each regressor. */
            regressors?: components["schemas"]["RegressorEffect"][];
        };
        ForecastOfSeries: {
            /** @description Tells the series apart. */
            id: string;
            /** @description Why the series was refused. */
            error?: components["schemas"]["SeriesError"];
            /** @description Its future periods. */
            predictions?: components["schemas"]["Prediction"][];
            /** @description How its forecast was made. */
            model_info?: components["schemas"]["ForecastModelInfo"];
        };
        ForecastRowsRequest: {
            /** @description The points: a list of objects, or in a pipeline the rows of another step. */
            rows: Record<string, never>[];
            /**
             * @description The fields that tell the series apart; without any, all rows are one series.
             * @default []
             */
            by?: string[];
            /**
             * @description The field with the time of a point.
             * @default timestamp
             */
            time?: string;
            /**
             * @description The field with its value; rows without one are left out.
             * @default value
             */
            value?: string;
            /** @description The number of future periods to predict for each series. */
            periods: number;
            /** @description Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none. */
            season_length?: number;
            /**
             * @description Probability that a value lies within its interval.
             * @default 0.95
             */
            confidence_interval?: number;
            /** @description Whether the forecasts stay at 0 or above. */
            non_negative?: boolean;
            /** @description Whether the forecasts are whole numbers. */
            integer?: boolean;
        };
        ForecastRowsResponse: {
            /** @description The new rows, series by series, with the fields of `by`. */
            rows: Record<string, never>[];
            /** @description The number of rows that were read. */
            rows_read: number;
            /** @description The number of series. */
            groups: number;
            /** @description The number of series that were left out, such as those with fewer than 3 points; `table.anomalies` also leaves out a constant one. */
            groups_skipped: number;
            /** @description Why; the first ten. */
            skipped: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        FoundEntry: {
            id: string;
            label: string | null;
            /** @description Of an entry of texts. */
            text: string | null;
            metadata: Record<string, never>;
            /** @description The path of its small copy, if one is kept. */
            picture_url: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            /** @description Cosine of the two vectors: 1 for the same picture. */
            similarity: number;
        };
        GpsPosition: {
            /** @description Degrees, north is positive. */
            latitude: number;
            /** @description Degrees, east is positive. */
            longitude: number;
            /** @description Metres above sea level. */
            altitude?: number;
        };
        HolidayDate: {
            /** @description The day, such as `2026-12-24`. */
            date: string;
            /** @description Days of one name have one effect. */
            name?: string;
        };
        HolidayEffect: {
            /** @description The name of the days. */
            name: string;
            /** @description What they do: a part of the usual value (−0.4 is 40 % less), or a difference for series with negative values. */
            effect: number;
            /** @description Number of such days in the history. */
            days: number;
        };
        Holidays: {
            /** @description A country whose public holidays count, such as `DE`. */
            country?: string;
            /** @description A region of it with holidays of its own, such as `BY`. */
            region?: string;
            /** @description Further days, or all of them without `country`; future ones too. */
            dates?: components["schemas"]["HolidayDate"][];
            /** @description Whether the days are closed: their value is 0. */
            closed?: boolean;
        };
        HookAddressResponse: {
            id: string;
            /** @description The URL to POST to, without a key. Shown only once. */
            url: string;
        };
        ImageProperties: {
            /** @description Pixels of the upright image. */
            width: number;
            /** @description Pixels of the upright image. */
            height: number;
            /**
             * @description Detected from the content, not from the file name.
             * @enum {string}
             */
            format: "jpeg" | "png" | "webp" | "bmp";
        };
        ImportResponse: {
            added: number;
        };
        InputView: {
            name: string;
            type: string;
            description?: string;
            default?: unknown;
            min?: number;
            max?: number;
            options?: unknown[];
        };
        ItemCounts: {
            total: number;
            pending: number;
            running: number;
            succeeded: number;
            failed: number;
            /** @description Number of succeeded items whose results came from the cache. */
            cached: number;
        };
        ItemError: {
            step: string;
            code: string;
            reason: string;
        };
        ItemFailure: {
            step: string;
            code: string;
            reason: string;
            /** @description Its key. */
            item: string;
        };
        JoinRowsRequest: {
            /** @description The rows on the left: a list of objects, or in a pipeline the rows of another step. */
            left: Record<string, never>[];
            /** @description The rows on the right. */
            right: Record<string, never>[];
            /** @description Fields that must be equal; `id = product_id` if their names differ. */
            on: string[];
            /**
             * @description `inner`: only rows that have a partner. `left`: every row on the left. `anti`: rows on the left without one.
             * @default inner
             * @enum {string}
             */
            how?: "inner" | "left" | "anti";
        };
        JoinRowsResponse: {
            /** @description The rows of the new table. */
            rows: Record<string, never>[];
            /** @description The number of rows that were read. */
            rows_read: number;
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        JudgedEntity: {
            /** @description The entity, as written in the text. */
            text: string;
            /** @description PERSON, ORGANIZATION or LOCATION. */
            type: string;
            /**
             * @description Sentiment of the clauses that contain it.
             * @enum {string}
             */
            sentiment: "negative" | "neutral" | "positive";
        };
        JudgedPoint: {
            /** @description The time, as in `data`. */
            timestamp: string;
            /** @description The value, as in `data`. */
            value: number;
            /** @description Whether the value lies outside its bounds, or begins a new slope. */
            is_anomaly: boolean;
            /** @description How rare such a value is, as −log10 of a chance: 3 is one in a thousand. The smaller of two rarities: that of the distance from the expected value, and that of distances like it before the value. */
            score: number;
            /** @description What the values before it let expect. */
            expected_value: number;
            /** @description Lower end of what is usual, by `sensitivity`. */
            lower_bound: number;
            /** @description Upper end of what is usual, by `sensitivity`. */
            upper_bound: number;
            /**
             * @description How far the value lies from the expected one, in distances of the bound that it passed: `medium` from 1.5, `high` from 3; `none` within the bounds; a new slope within them is `low`.
             * @enum {string}
             */
            severity: "none" | "low" | "medium" | "high";
            /**
             * @description Of an anomaly: whether it lies above or below what was expected.
             * @enum {string}
             */
            direction?: "above" | "below";
            /**
             * @description Of an anomaly: `level_shift` begins a level that stays, `trend` a new slope (with `entire`), `season` is a value that is usual elsewhere in the season, and `point` is any other.
             * @enum {string}
             */
            kind?: "point" | "level_shift" | "trend" | "season";
        };
        JudgedSentence: {
            /** @description The sentence, as written in the text. */
            text: string;
            /** @description Start of the text span, in UTF-16 code units. */
            start: number;
            /** @description End of the text span, exclusive: `text.slice(start, end)` is the sentence. */
            end: number;
            /**
             * @description positive, negative or neutral: the likeliest of `scores`.
             * @enum {string}
             */
            sentiment: "negative" | "neutral" | "positive";
            /** @description Probability of `sentiment`. */
            confidence: number;
            scores: components["schemas"]["SentimentScores"];
        };
        KeyCapability: {
            capability: string;
            requests: number;
            /** @description Milliseconds of all its requests together, the steps of pipeline runs included. */
            total_ms: number;
        };
        KeyResponse: {
            id: string;
            project_id: string;
            name: string;
            /** @description The first characters of the key. */
            prefix: string;
            /** @description The access key id of a key for clients of AWS. */
            aws_access_key_id: string | null;
            /** @enum {string} */
            plan: "free" | "pro" | "enterprise";
            /** @description Requests a month. */
            monthly_limit: number;
            scopes: ("predict" | "pipelines" | "webhooks" | "admin" | "customer")[];
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            expires_at: string | null;
            /** Format: date-time */
            revoked_at: string | null;
            /**
             * Format: date-time
             * @description Accurate to the minute.
             */
            last_used_at: string | null;
        };
        KeyUsage: {
            requests: number;
            /** @description Responses with a status of 400 or above. */
            errors: number;
            /** @description The id of the key, or of the administrator for requests from the dashboard. */
            key_id: string;
            name: string;
            /** @description This month's quota; null for callers without a plan. */
            quota: components["schemas"]["QuotaUsage"] | null;
            /** @description What it used, most time first. */
            capabilities: components["schemas"]["KeyCapability"][];
        };
        LabelCount: {
            /** @description Null: without a label. */
            label: string | null;
            entries: number;
        };
        LastFailureResponse: {
            delivery_id: string;
            /** Format: date-time */
            at: string;
            status: number | null;
            reason: string;
        };
        LatencySummary: {
            mean: number;
            p50: number;
            p95: number;
            p99: number;
        };
        ListAuditEntriesResponse: {
            entries: components["schemas"]["AuditEntryResponse"][];
        };
        ListCapabilitiesResponse: {
            capabilities: components["schemas"]["CapabilitySummaryResponse"][];
        };
        ListCatalogueModelsResponse: {
            models: components["schemas"]["CatalogueModelResponse"][];
        };
        ListCollectionsResponse: {
            collections: components["schemas"]["CollectionResponse"][];
        };
        ListDeliveriesResponse: {
            deliveries: components["schemas"]["DeliveryResponse"][];
        };
        ListEntriesResponse: {
            entries: components["schemas"]["EntryResponse"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        ListEventSchemasResponse: {
            schemas: components["schemas"]["EventSchemaResponse"][];
        };
        ListKeysResponse: {
            keys: components["schemas"]["KeyResponse"][];
        };
        ListLogEntriesResponse: {
            entries: components["schemas"]["LogEntryResponse"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        ListModelsResponse: {
            models: components["schemas"]["ModelSummaryResponse"][];
        };
        ListPipelineRevisionsResponse: {
            revisions: components["schemas"]["PipelineRevisionResponse"][];
        };
        ListPipelinesResponse: {
            pipelines: components["schemas"]["PipelineSummaryResponse"][];
        };
        ListProjectsResponse: {
            projects: components["schemas"]["ProjectResponse"][];
        };
        ListRunItemsResponse: {
            items: components["schemas"]["RunItemResponse"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        ListRunsResponse: {
            runs: components["schemas"]["RunResponse"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        ListSchedulesResponse: {
            schedules: components["schemas"]["ScheduleResponse"][];
        };
        ListSecretsResponse: {
            secrets: components["schemas"]["SecretResponse"][];
        };
        ListSessionsResponse: {
            sessions: components["schemas"]["SignedInSessionResponse"][];
        };
        ListTicksResponse: {
            schedules: components["schemas"]["ScheduleResponse"][];
            ticks: components["schemas"]["TickResponse"][];
        };
        ListUploadsResponse: {
            uploads: components["schemas"]["UploadResponse"][];
            /** @description Null on the last page. */
            next_cursor: string | null;
        };
        ListWebhookDeliveriesResponse: {
            deliveries: components["schemas"]["DeliveryResponse"][];
        };
        ListWebhookStatisticsResponse: {
            statistics: components["schemas"]["WebhookStatisticsResponse"][];
        };
        ListWebhooksResponse: {
            webhooks: components["schemas"]["WebhookResponse"][];
        };
        LoadedCapability: {
            id: string;
            /** @description The path of the route. */
            path: string;
            summary: string;
        };
        LoadedKind: {
            /** @description Such as `trigger`, `output` or `task`. */
            kind: string;
            /** @description The keyword, id or name by which it is used. */
            name: string;
        };
        LoadedPlugin: {
            name: string;
            version: string;
            /** @description The range of Percept versions that it supports. */
            percept: string | null;
            /** @description The address of its own documentation. */
            docs: string | null;
            capabilities: components["schemas"]["LoadedCapability"][];
            /** @description What it brings besides capabilities. */
            kinds: components["schemas"]["LoadedKind"][];
        };
        LogEntryResponse: {
            id: string;
            /** @description The header `X-Request-Id` of its response. */
            request_id: string;
            /**
             * Format: date-time
             * @description When it was answered.
             */
            at: string;
            /** @enum {string} */
            caller_kind: "key" | "administrator" | "command_line" | "anyone";
            /** @description The id of the key, or of the administrator. */
            key_id: string;
            key_name: string;
            method: string;
            /** @description The path as it was asked, without a query. */
            path: string;
            /** @description A capability, or method and path of another operation. */
            operation: string;
            status: number;
            duration_ms: number;
            content_type: string | null;
            /** @description Size of the body, if it was declared. */
            bytes: number | null;
            /**
             * @description Names and types of the parameters, never their values; null for media, forms and long calls of capabilities.
             * @example {
             *       "text": "text of 12"
             *     }
             */
            shape: {
                [key: string]: string;
            } | null;
            /** @description JSON that was sent, if `PERCEPT_REQUEST_LOG` keeps bodies: at most 4 KiB, secrets and media hidden. */
            body: string | null;
            /** @description JSON that was answered, likewise. */
            answer: string | null;
            /** @description Why it was refused or failed; null if it succeeded. */
            error: components["schemas"]["LoggedErrorResponse"] | null;
        };
        LogHourResponse: {
            /**
             * Format: date-time
             * @description When it began.
             */
            hour: string;
            requests: number;
            /** @description Those answered with a status of 400 or above. */
            errors: number;
            /** @description Half of those that succeeded took no longer, in milliseconds; null if there were none. */
            p50_ms: number | null;
            /** @description 95 in 100 of those that succeeded took no longer. */
            p95_ms: number | null;
        };
        LogHoursResponse: {
            hours: components["schemas"]["LogHourResponse"][];
        };
        LoggedErrorResponse: {
            code: string;
            message: string;
            /** @description The parameter at fault. */
            field: string | null;
        };
        MachineResponse: {
            /** @description Bytes of memory that the answering process holds. */
            process_memory_bytes: number;
            /** @description Bytes of memory that are free for it: of the machine, or up to the limit of its container. */
            free_memory_bytes: number;
            /** @description Bytes of memory of the machine, or the limit of the process's container. */
            total_memory_bytes: number;
            /** @description Bytes that are free on the disk of the data folder. */
            free_disk_bytes: number;
            /** @description Size in bytes of the disk of the data folder. */
            total_disk_bytes: number;
            /** @description How late the answering process does what is due, in milliseconds: the 99th percentile of the last minute. */
            main_thread_lag_ms: number;
        };
        MakeDocumentSearchableForm: {
            /** Format: binary */
            document: string;
            /** @description Which pages, such as `1-3,8` or `5-`; all if absent. */
            pages?: string;
            /** @description The password of an encrypted PDF. */
            password?: string;
            /**
             * @description Whether pages of a PDF are read from their picture: `auto` reads those without a text layer, or with a broken one; `never` takes the text layer alone.
             * @default auto
             * @enum {string}
             */
            ocr?: "auto" | "always" | "never";
            /** @description Name of a model for text-recognition; its default if absent. */
            model?: string;
        };
        MakeDocumentSearchableRequest: {
            /** @description The document (PDF, TIFF, JPEG, PNG, WebP, BMP): a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            document?: string;
            /** @description URL of the document. */
            document_url?: string;
            /** @description The document as Base64 data or a data URI. */
            document_data?: string;
            /** @description Which pages, such as `1-3,8` or `5-`; all if absent. */
            pages?: string;
            /** @description The password of an encrypted PDF. */
            password?: string;
            /**
             * @description Whether pages of a PDF are read from their picture: `auto` reads those without a text layer, or with a broken one; `never` takes the text layer alone.
             * @default auto
             * @enum {string}
             */
            ocr?: "auto" | "always" | "never";
            /** @description Name of a model for text-recognition; its default if absent. */
            model?: string;
        } & (unknown | unknown | unknown);
        MakeDocumentSearchableResponse: {
            /** @description The PDF, in Base64. */
            pdf: string;
            page_count: number;
            /** @description The pages that text was added to. */
            pages_read: number[];
            warnings?: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        Metadata: {
            /** @description Pixels of the upright image. */
            width: number;
            /** @description Pixels of the upright image. */
            height: number;
            /**
             * @description Detected from the content, not from the file name.
             * @enum {string}
             */
            format: "jpeg" | "png" | "webp" | "bmp";
            /** @description Size of the file in bytes. */
            size_bytes: number;
            /** @description Whether the image has transparency. It is analyzed on a white background. */
            has_alpha: boolean;
            /** @description EXIF orientation of the stored file; width and height are those of the upright image. */
            orientation: number;
            /** @description Colour space of the stored file: `srgb`, `b-w`, `cmyk`, `rgb16`, `grey16`, … */
            color_space: string;
            /** @description Camera, lens, exposure and time of capture; empty if the file contains none. */
            exif: components["schemas"]["Exif"];
        };
        MethodScores: {
            /** @description `forecast` is `predict.timeseries`; `naive` repeats the last value, `seasonal_naive` the last season. */
            method: string;
            /** @description Symmetric mean absolute percentage error, in percent: the mean of 200 × |error| ÷ (|value| + |prediction|). */
            smape: number;
            /** @description Mean absolute error, divided by that of repeating the last season within the history; absent if the latter is 0. */
            mase?: number;
            /** @description Root of the mean square error, divided by that of repeating the last season; absent if the latter is 0. */
            rmsse?: number;
            /** @description The part of the values inside their intervals, for methods that give any. */
            coverage?: number;
            /** @description Mean pinball loss of the lower bound, the prediction and the upper bound, in units of the values, for methods with intervals. */
            pinball?: number;
        };
        ModelManifestRequest: {
            /** @description The text of a model.yaml. */
            manifest: string;
        };
        ModelResponse: {
            name: string;
            task: string | null;
            version: string | null;
            /**
             * @description `unprepared` waits for `percept models prepare`; of a `broken` one what was there before answers, if it has a version.
             * @enum {string}
             */
            state: "ready" | "unprepared" | "broken";
            /** @description Whether it answers its task if a request names no model. */
            default: boolean;
            /** @description Whether it was added here. */
            own: boolean;
            /** @description Whether all projects have it; else it belongs to this one. */
            shared: boolean;
            licence: string | null;
            source: string | null;
            /** @description SHA-256 of the weights, hex. */
            digest: string | null;
            /** @description Bytes of the weights. */
            bytes: number | null;
            /** @description How many labels it knows. */
            labels: number | null;
            /** @description Why a broken model is broken. */
            reason: string | null;
            /** @description What its CARD.md says; null if there is none. */
            card: string | null;
            /** @description `onnxruntime_onnx` for a network that answers raw tensors at `/v2/models/{name}/infer`; else null. */
            platform: string | null;
            /** @description The version, as a list of one. */
            versions: string[];
            /** @description Versions of a taught model that `POST /v2/models/{name}/rollback` goes back to: the last five, highest first. */
            earlier_versions: string[];
            inputs: components["schemas"]["NetworkPortResponse"][];
            outputs: components["schemas"]["NetworkPortResponse"][];
        };
        ModelSummaryResponse: {
            name: string;
            task: string | null;
            version: string | null;
            /**
             * @description `unprepared` waits for `percept models prepare`; of a `broken` one what was there before answers, if it has a version.
             * @enum {string}
             */
            state: "ready" | "unprepared" | "broken";
            /** @description Whether it answers its task if a request names no model. */
            default: boolean;
            /** @description Whether it was added here. */
            own: boolean;
            /** @description Whether all projects have it; else it belongs to this one. */
            shared: boolean;
            licence: string | null;
            source: string | null;
            /** @description SHA-256 of the weights, hex. */
            digest: string | null;
            /** @description Bytes of the weights. */
            bytes: number | null;
            /** @description How many labels it knows. */
            labels: number | null;
            /** @description Why a broken model is broken. */
            reason: string | null;
        };
        NamedCandidate: {
            /** @description The label of its entries in the collection. */
            name: string;
            /** @description That of the most similar entry: the cosine of the two vectors. */
            similarity: number;
        };
        NetworkPortResponse: {
            name: string;
            /** @description Of the Open Inference Protocol, such as `FP32`. */
            datatype: string;
            /** @description The size of each dimension; -1 for any. */
            shape: number[];
        };
        NodeView: {
            id: string;
            /** @enum {string} */
            kind: "call" | "block";
            /** @description Its capability; for a block, the capabilities of its steps. */
            uses: string[];
            /** @description The steps of a block. */
            steps: string[];
        };
        NumberField: {
            /** @description As it is printed. */
            text: string;
            /** @description How sure the value is: as it was read, as it was named, and whether sums and check digits hold. */
            confidence: number;
            /** @description Whether a person should look at it. */
            review: boolean;
            page: number;
            /** @description The corners of its printed row: inches in a PDF, pixels in a picture. */
            polygon: components["schemas"]["PagePoint"][];
            value: number;
        };
        ObjectTrack: {
            /** @description Counted from 1. */
            id: number;
            /** @description What it is. */
            object: string;
            /** @description Seconds at which it is first seen. */
            first: number;
            /** @description Seconds at which it is last seen. */
            last: number;
            /** @description Mean confidence over all frames that show it. */
            confidence: number;
            /** @description Where it was seen. */
            boxes: components["schemas"]["TrackedBox"][];
        };
        OperationUsage: {
            requests: number;
            /** @description Responses with a status of 400 or above. */
            errors: number;
            /** @description A capability, or the method and path of another operation. */
            operation: string;
            /** @description Whether it is a capability. Its requests include the steps of pipeline runs. */
            capability: boolean;
            /** @description Of successful requests, in milliseconds. */
            latency_ms: components["schemas"]["LatencySummary"] | null;
        };
        OtherMethod: {
            /** @description The name of the method, as the answer gives it. */
            name: string;
            /** @description What it predicted: for each origin, the earliest first, a list of `periods` numbers. A call without it tells the origins. */
            predictions: number[][];
        };
        OverviewResponse: {
            version: string;
            /**
             * Format: date-time
             * @description Start of the process that answers.
             */
            started_at: string;
            today: components["schemas"]["TodayResponse"];
            machine: components["schemas"]["MachineResponse"];
            /** @description What each project took today, the most first; empty for who does not administer the installation. */
            projects: components["schemas"]["ProjectCost"][];
            /** @description The requests of the last 24 hours. */
            hours: components["schemas"]["LogHourResponse"][];
        };
        PagePicture: {
            /** @description From 1. */
            number: number;
            /** @description Of the page, in `unit`, as `document.read` answers it. */
            width: number;
            height: number;
            /** @enum {string} */
            unit: "inch" | "pixel";
            /** @description A JPEG in Base64. */
            picture: string;
        };
        PagePoint: {
            x: number;
            y: number;
        };
        PauseRequest: {
            /**
             * @description When it resumes by itself: an ISO 8601 date-time in the future, or a duration such as `7d`. Absent: when somebody resumes it.
             * @example 7d
             * @example 2027-01-01T00:00:00Z
             */
            until?: string;
        };
        PipelineDiagnostic: {
            file: string;
            /** @description From 1. */
            line: number;
            /** @description From 1, in UTF-16 code units. */
            column: number;
            /** @description What is wrong, how to fix it, and the nearest known name. */
            message: string;
        };
        PipelineGraph: {
            nodes: components["schemas"]["NodeView"][];
            edges: components["schemas"]["EdgeView"][];
        };
        PipelineResponse: {
            name: string;
            description: string | null;
            findings: components["schemas"]["PipelineDiagnostic"][];
            /** @description Its file; null if it was saved over HTTP. */
            file: string | null;
            /** @description SHA-256 of the text. */
            revision: string;
            /** @description The number of the revision; null for a file. */
            number: number | null;
            /** @description The text. */
            source: string;
            inputs: components["schemas"]["InputView"][];
            /** @description Its steps and their dependencies; null if there are findings. */
            graph: components["schemas"]["PipelineGraph"] | null;
        };
        PipelineRevisionResponse: {
            number: number;
            /** @description Null if it was deleted. */
            revision: string | null;
            source: string | null;
            /** Format: date-time */
            created_at: string;
        };
        PipelineSourceRequest: {
            /** @description The text of the pipeline in YAML. */
            source: string;
        };
        PipelineSummaryResponse: {
            name: string;
            description: string | null;
            findings: components["schemas"]["PipelineDiagnostic"][];
            /** @description Its file, or the name it was saved under. */
            file: string;
        };
        PluginsResponse: {
            plugins: components["schemas"]["LoadedPlugin"][];
            left_out: components["schemas"]["RejectedPlugin"][];
        };
        PolygonPoint: {
            x: number;
            y: number;
        };
        PredictManyTimeSeriesRequest: {
            /** @description The number of future periods to predict. The length of a period is derived from the data. */
            periods: number;
            /** @description Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none. */
            season_length?: number;
            /**
             * @description Probability that a value lies within its interval.
             * @default 0.95
             */
            confidence_interval?: number;
            /** @description What the values cannot leave. Absent: forecasts stay at 0 or above where `data` does, and at 1 or below where all of it lies between 0 and 1. `{}` sets no bounds. */
            bounds?: components["schemas"]["Bounds"];
            /** @description Days with other values than usual: their effect is learned, and put on the days to come. For days and shorter periods. */
            holidays?: components["schemas"]["Holidays"];
            /** @description Whether the forecast stays at 0 or above, whatever `data` has. */
            non_negative?: boolean;
            /** @description Whether predictions and intervals are whole numbers. */
            integer?: boolean;
            /** @description Quantiles to predict, such as 0.1 and 0.9, each above 0 and below 1. */
            quantiles?: number[];
            /**
             * @description `auto` combines several methods, or takes `tsb` for rare demand; the others are one method each.
             * @enum {string}
             */
            method?: "auto" | "naive" | "seasonal_naive" | "drift" | "damped" | "theta" | "holt_winters" | "tsb";
            /** @description Whether each prediction comes with its parts. */
            explain?: boolean;
            /** @description The series, at most 10,000 in one call: each with an `id` of its own. A pipeline streams any number of them. */
            series: components["schemas"]["SentForForecast"][];
        };
        PredictManyTimeSeriesResponse: {
            /** @description Number of series that were answered. */
            series_answered: number;
            /** @description Number of series that were refused. */
            series_failed: number;
            /** @description The answers, in the order of the series: each with its `id`, and with `error` where it was refused. */
            series: components["schemas"]["ForecastOfSeries"][];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        PredictTimeSeriesRequest: {
            /** @description The number of future periods to predict. The length of a period is derived from the data. */
            periods: number;
            /** @description Points in one season. It replaces what the step suggests; 1 means none. Each series must have two, and one that it does not prove counts as none. */
            season_length?: number;
            /**
             * @description Probability that a value lies within its interval.
             * @default 0.95
             */
            confidence_interval?: number;
            /** @description What the values cannot leave. Absent: forecasts stay at 0 or above where `data` does, and at 1 or below where all of it lies between 0 and 1. `{}` sets no bounds. */
            bounds?: components["schemas"]["Bounds"];
            /** @description Days with other values than usual: their effect is learned, and put on the days to come. For days and shorter periods. */
            holidays?: components["schemas"]["Holidays"];
            /** @description Whether the forecast stays at 0 or above, whatever `data` has. */
            non_negative?: boolean;
            /** @description Whether predictions and intervals are whole numbers. */
            integer?: boolean;
            /** @description Quantiles to predict, such as 0.1 and 0.9, each above 0 and below 1. */
            quantiles?: number[];
            /**
             * @description `auto` combines several methods, or takes `tsb` for rare demand; the others are one method each.
             * @enum {string}
             */
            method?: "auto" | "naive" | "seasonal_naive" | "drift" | "damped" | "theta" | "holt_winters" | "tsb";
            /** @description Whether each prediction comes with its parts. */
            explain?: boolean;
            /** @description The history, in any order. Each time occurs once, and at most 30 % of the periods in between may be missing. */
            data: {
                /** @description `2026-01-31`, `2026-01`, `2026` or a date-time such as `2026-01-31T09:00:00+01:00`. All must use the same form. */
                timestamp: string;
                /** @description The value at that time. */
                value: number;
            }[];
            /** @description What the values depend on and what is known of the future, such as a price or the weather. Those that do not help are left out. */
            regressors?: components["schemas"]["Regressor"][];
        };
        PredictTimeSeriesResponse: {
            /** @description The future periods, in order. */
            predictions: components["schemas"]["Prediction"][];
            /** @description How the forecast was made, and its accuracy. */
            model_info: components["schemas"]["ForecastModelInfo"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        Prediction: {
            /** @description The time, in the form of the timestamps in `data`. */
            timestamp: string;
            /** @description The expected value. */
            predicted_value: number;
            /** @description Lower end of the interval. */
            lower_bound: number;
            /** @description Upper end of the interval. */
            upper_bound: number;
            /** @description The requested quantiles. */
            quantiles?: components["schemas"]["QuantileValue"][];
            /** @description With `explain`: the parts that sum to the prediction. */
            parts?: components["schemas"]["PredictionParts"];
        };
        /**
         * prediction.completed
         * @description A capability has answered.
         */
        PredictionCompletedEvent: {
            /** @description The same for all attempts: use it as an idempotency key. */
            id: string;
            /** @constant */
            type: "prediction.completed";
            /** Format: date-time */
            created_at: string;
            data: {
                /** @description True for a requested example event. */
                test?: boolean;
                capability: string;
                /**
                 * @description A synchronous call, an asynchronous analysis, or the item of a pipeline run.
                 * @enum {string}
                 */
                source: "request" | "analysis" | "pipeline";
                request_id?: string;
                analysis_id?: string;
                run_id?: string;
                pipeline?: string;
                step?: string;
                item?: string;
                models: {
                    name: string;
                    version: string;
                    /** @description SHA-256 of the weights. */
                    digest?: string;
                }[];
                /** @description The result came from the cache. */
                cached?: boolean;
                /** @description The capability's result; absent where its caller got more than 1 MB. */
                result?: Record<string, never>;
                /** @description The URL of the result, which is too large for a webhook. */
                result_url?: string;
            } & {
                [key: string]: unknown;
            };
        };
        /**
         * prediction.failed
         * @description A capability failed, and not by a mistake of the caller.
         */
        PredictionFailedEvent: {
            /** @description The same for all attempts: use it as an idempotency key. */
            id: string;
            /** @constant */
            type: "prediction.failed";
            /** Format: date-time */
            created_at: string;
            data: {
                /** @description True for a requested example event. */
                test?: boolean;
                capability: string;
                /**
                 * @description A synchronous call, an asynchronous analysis, or the item of a pipeline run.
                 * @enum {string}
                 */
                source: "request" | "analysis" | "pipeline";
                request_id?: string;
                analysis_id?: string;
                run_id?: string;
                pipeline?: string;
                step?: string;
                item?: string;
                attempts?: number;
                cached?: boolean;
                error: {
                    /** @enum {string} */
                    code: "INVALID_REQUEST" | "UNSUPPORTED_MEDIA" | "MEDIA_FETCH_FAILED" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "INTERNAL" | "OVERLOADED" | "TIMEOUT";
                    message: string;
                    details?: {
                        field: string;
                        reason: string;
                    } & {
                        [key: string]: unknown;
                    };
                } & {
                    [key: string]: unknown;
                };
            } & {
                [key: string]: unknown;
            };
        };
        PredictionParts: {
            /** @description Level and trend. */
            level: number;
            /** @description What the season adds. */
            season: number;
            /** @description What a holiday adds. */
            holidays: number;
            /** @description What each regressor adds, by name. */
            regressors: {
                [key: string]: number;
            };
            /** @description What bounds and whole numbers add. */
            limits: number;
        };
        ProjectCost: {
            project_id: string;
            name: string;
            requests: number;
            total_ms: number;
            /** @description Of each capability, the most first. */
            capabilities: components["schemas"]["CapabilityCost"][];
        };
        ProjectResponse: {
            id: string;
            name: string;
            /** @enum {string} */
            plan: "free" | "pro" | "enterprise";
            /** @description Monthly requests for the plan `enterprise`, or null for no limit. */
            monthly_limit: number | null;
            /** @description Folders that the project may read, of `PERCEPT_DATA_ROOTS`, beside `files/<id>` in the data folder. `*` stands for all of them. Null until somebody grants: none, or for the first project all. */
            roots: string[] | null;
            /** @description Buckets, or beginnings of keys as `bucket/prefix`, that it may read and write, of `PERCEPT_S3_BUCKETS`. `*` stands for all of them. Null until somebody grants: none, or for the first project all. */
            buckets: string[] | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When it was deleted: nothing acts in it any more, and its data is being removed. Null for a project in use.
             */
            deleted_at: string | null;
        };
        PullResponse: {
            /** @description Of the model. */
            name: string;
            /** @enum {string} */
            status: "running" | "succeeded" | "failed";
            bytes_done: number;
            bytes_total: number;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            ended_at: string | null;
            /** @description Why it failed, and what to do. What has arrived is kept for the next try. */
            reason: string | null;
        };
        QuantileValue: {
            /** @description The part of values that lie below. */
            quantile: number;
            /** @description The value. */
            value: number;
        };
        /**
         * quota.threshold_reached
         * @description A key, or a project, has used 80 or 100 % of its month.
         */
        QuotaThresholdReachedEvent: {
            /** @description The same for all attempts: use it as an idempotency key. */
            id: string;
            /** @constant */
            type: "quota.threshold_reached";
            /** Format: date-time */
            created_at: string;
            data: {
                /** @description True for a requested example event. */
                test?: boolean;
                project_id: string;
                /** @description The key; the id of the project where its own limit is reached. */
                key_id: string;
                month: string;
                /** @description Percent of the limit. */
                threshold: number;
                used: number;
                limit: number;
                /** Format: date-time */
                resets_at: string;
            } & {
                [key: string]: unknown;
            };
        };
        QuotaUsage: {
            /**
             * @description In UTC.
             * @example 2026-01
             */
            month: string;
            /** @description Requests a month. */
            limit: number;
            used: number;
            remaining: number;
            /** Format: date-time */
            resets_at: string;
        };
        ReadDocumentFieldsForm: {
            /** Format: binary */
            document: string;
            /** @description Which pages, such as `1-3,8` or `5-`; all if absent. */
            pages?: string;
            /** @description The password of an encrypted PDF. */
            password?: string;
            /**
             * @description Whether pages of a PDF are read from their picture: `auto` reads those without a text layer, or with a broken one; `never` takes the text layer alone.
             * @default auto
             * @enum {string}
             */
            ocr?: "auto" | "always" | "never";
            /** @description Name of a model for text-recognition; its default if absent. */
            model?: string;
            /**
             * @description What the document is; `auto` finds out, and answers `other` for what is neither.
             * @default auto
             * @enum {string}
             */
            type?: "auto" | "receipt" | "invoice";
            /**
             * @description Fields with a lower confidence have `review: true`.
             * @default 0.7
             */
            review_below?: number;
        };
        ReadDocumentFieldsRequest: {
            /** @description The document (PDF, TIFF, JPEG, PNG, WebP, BMP): a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            document?: string;
            /** @description URL of the document. */
            document_url?: string;
            /** @description The document as Base64 data or a data URI. */
            document_data?: string;
            /** @description Which pages, such as `1-3,8` or `5-`; all if absent. */
            pages?: string;
            /** @description The password of an encrypted PDF. */
            password?: string;
            /**
             * @description Whether pages of a PDF are read from their picture: `auto` reads those without a text layer, or with a broken one; `never` takes the text layer alone.
             * @default auto
             * @enum {string}
             */
            ocr?: "auto" | "always" | "never";
            /** @description Name of a model for text-recognition; its default if absent. */
            model?: string;
            /**
             * @description What the document is; `auto` finds out, and answers `other` for what is neither.
             * @default auto
             * @enum {string}
             */
            type?: "auto" | "receipt" | "invoice";
            /**
             * @description Fields with a lower confidence have `review: true`.
             * @default 0.7
             */
            review_below?: number;
        } & (unknown | unknown | unknown);
        ReadDocumentFieldsResponse: {
            /**
             * @description What the document is. `other` is neither a receipt nor an invoice, and has at most a phone, an IBAN and a VAT id.
             * @enum {string}
             */
            type: "receipt" | "invoice" | "other";
            fields: components["schemas"]["DocumentFields"];
            /** @description What was bought, from top to bottom. */
            items: components["schemas"]["DocumentItem"][];
            /** @description The lowest confidence of merchant, date and total; 0 where one of them is missing. */
            confidence: number;
            /** @description Whether a person should look at merchant, date, total, tax or currency. */
            review: boolean;
            /** @description What people corrected with PATCH; the fields have these values. */
            corrections?: components["schemas"]["CorrectedField"][];
            page_count: number;
            warnings?: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        ReadDocumentForm: {
            /** Format: binary */
            document: string;
            /** @description Which pages, such as `1-3,8` or `5-`; all if absent. */
            pages?: string;
            /** @description The password of an encrypted PDF. */
            password?: string;
            /**
             * @description Whether pages of a PDF are read from their picture: `auto` reads those without a text layer, or with a broken one; `never` takes the text layer alone.
             * @default auto
             * @enum {string}
             */
            ocr?: "auto" | "always" | "never";
            /** @description Name of a model for text-recognition; its default if absent. */
            model?: string;
            /**
             * @description How `content` is written.
             * @default text
             * @enum {string}
             */
            format?: "text" | "markdown";
            /**
             * @description `line` leaves the words of the lines out: the answer is a third as large.
             * @default word
             * @enum {string}
             */
            level?: "word" | "line";
            /**
             * @description Whether to look for bar codes and QR codes, too, which takes time.
             * @default false
             */
            barcodes?: boolean;
        };
        ReadDocumentRequest: {
            /** @description The document (PDF, TIFF, JPEG, PNG, WebP, BMP): a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            document?: string;
            /** @description URL of the document. */
            document_url?: string;
            /** @description The document as Base64 data or a data URI. */
            document_data?: string;
            /** @description Which pages, such as `1-3,8` or `5-`; all if absent. */
            pages?: string;
            /** @description The password of an encrypted PDF. */
            password?: string;
            /**
             * @description Whether pages of a PDF are read from their picture: `auto` reads those without a text layer, or with a broken one; `never` takes the text layer alone.
             * @default auto
             * @enum {string}
             */
            ocr?: "auto" | "always" | "never";
            /** @description Name of a model for text-recognition; its default if absent. */
            model?: string;
            /**
             * @description How `content` is written.
             * @default text
             * @enum {string}
             */
            format?: "text" | "markdown";
            /**
             * @description `line` leaves the words of the lines out: the answer is a third as large.
             * @default word
             * @enum {string}
             */
            level?: "word" | "line";
            /**
             * @description Whether to look for bar codes and QR codes, too, which takes time.
             * @default false
             */
            barcodes?: boolean;
        } & (unknown | unknown | unknown);
        ReadDocumentResponse: {
            /** @description The text of all pages in reading order. */
            content: string;
            /** @description Page by page. */
            pages: components["schemas"]["DocumentPage"][];
            /** @description Pages of the document, also those that were not asked for. */
            page_count: number;
            /** @description What to know of the answer, such as text in a script that no model here reads; only if there is something. */
            warnings?: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        RecognizeFacesForm: {
            /** Format: binary */
            image: string;
            /**
             * @description A collection of the kind `faces`. Its labels are names of people.
             * @default people
             */
            collection?: string;
            /**
             * @description Whether names are looked up. Without, no collection is needed.
             * @default true
             */
            names?: boolean;
            /**
             * @description Below it, a face is `unknown`.
             * @default 0.7
             */
            min_similarity?: number;
            /**
             * @description Only faces with at least this confidence.
             * @default 0.6
             */
            min_confidence?: number;
            /**
             * @description Whether to answer the vector of each face.
             * @default false
             */
            embeddings?: boolean;
            /** @description Pixels of the longer side of a small JPEG of each face. None if absent. */
            thumbnail?: number;
        };
        RecognizeFacesRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /**
             * @description A collection of the kind `faces`. Its labels are names of people.
             * @default people
             */
            collection?: string;
            /**
             * @description Whether names are looked up. Without, no collection is needed.
             * @default true
             */
            names?: boolean;
            /**
             * @description Below it, a face is `unknown`.
             * @default 0.7
             */
            min_similarity?: number;
            /**
             * @description Only faces with at least this confidence.
             * @default 0.6
             */
            min_confidence?: number;
            /**
             * @description Whether to answer the vector of each face.
             * @default false
             */
            embeddings?: boolean;
            /** @description Pixels of the longer side of a small JPEG of each face. None if absent. */
            thumbnail?: number;
        } & (unknown | unknown | unknown);
        RecognizeFacesResponse: {
            /** @description The faces, most confident first. */
            faces: components["schemas"]["RecognizedFace"][];
            /** @description The number of faces. */
            total_faces: number;
            /** @description What a face needed for a name. */
            min_similarity: number;
            /** @description The model that describes faces. */
            model: components["schemas"]["EmbeddingModel"];
            /** @description Size and format of the image. */
            image_properties: components["schemas"]["ImageProperties"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        RecognizedFace: {
            /** @description Calibrated probability that the result is right. */
            confidence: number;
            /** @description The bounding box, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
            /** @description The most similar person, or `unknown`. */
            name: string;
            /** @description To the most similar entry, also of `unknown`; absent where there is none, or no names are looked up. */
            similarity?: number;
            /** @description Everybody who is similar enough, the most similar first, five at most. */
            candidates: components["schemas"]["NamedCandidate"][];
            /** @description If requested: its vector, with a length of 1. */
            embedding?: number[];
            /** @description If requested: a small JPEG of it without metadata, in Base64. */
            thumbnail?: string;
        };
        RecoverDeliveriesRequest: {
            /**
             * Format: date-time
             * @description Only deliveries created at or after this time.
             */
            since: string;
            /**
             * Format: date-time
             * @description Only deliveries created at or before this time; now by default.
             */
            until?: string;
            /** @description Only events of these types; all by default. */
            types?: ("prediction.completed" | "prediction.failed" | "batch.started" | "batch.completed" | "batch.failed" | "quota.threshold_reached" | "system.notification")[];
            /**
             * @description Only deliveries in these states.
             * @default [
             *       "exhausted"
             *     ]
             */
            states?: ("succeeded" | "exhausted" | "cancelled")[];
            /** @description Only deliveries with this text in their ids or payload, or with it as status or reason of an attempt. */
            search?: string;
            /**
             * @description Only count the deliveries that would be sent again.
             * @default false
             */
            dry_run?: boolean;
        };
        RecoveryResponse: {
            /** @description Null in a dry run. */
            id: string | null;
            dry_run: boolean;
            /** @description Number of matching deliveries. */
            count: number;
            /** @description Number of deliveries that were queued so far. */
            recovered: number;
            /** Format: date-time */
            ended_at: string | null;
        };
        RedactImageForm: {
            /** Format: binary */
            image: string;
            /**
             * @description Whether faces are covered.
             * @default true
             */
            faces?: boolean;
            /**
             * @description Whether bar codes and QR codes are covered.
             * @default false
             */
            codes?: boolean;
            /** @description Kinds of words that are covered, as in `text.redact`. No text is read without. With CARD or IBAN also numbers of twelve and more digits: one may have been misread. */
            text_kinds?: ("PERSON" | "ORGANIZATION" | "LOCATION" | "DATE" | "TIME" | "MONEY" | "PERCENT" | "QUANTITY" | "EMAIL" | "URL" | "PHONE" | "HASHTAG" | "MENTION" | "IP_ADDRESS" | "IBAN" | "CARD")[];
            /** @description Further parts, such as boxes of `vision.detect`. */
            regions?: components["schemas"]["Crop"][];
            /**
             * @description `fill`: black. `mosaic`: five squares along the longer side.
             * @default fill
             * @enum {string}
             */
            method?: "fill" | "mosaic";
            /**
             * @description Only faces with at least this confidence. It is low: a face too many is better than one too few.
             * @default 0.3
             */
            min_confidence?: number;
        };
        RedactImageRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /**
             * @description Whether faces are covered.
             * @default true
             */
            faces?: boolean;
            /**
             * @description Whether bar codes and QR codes are covered.
             * @default false
             */
            codes?: boolean;
            /** @description Kinds of words that are covered, as in `text.redact`. No text is read without. With CARD or IBAN also numbers of twelve and more digits: one may have been misread. */
            text_kinds?: ("PERSON" | "ORGANIZATION" | "LOCATION" | "DATE" | "TIME" | "MONEY" | "PERCENT" | "QUANTITY" | "EMAIL" | "URL" | "PHONE" | "HASHTAG" | "MENTION" | "IP_ADDRESS" | "IBAN" | "CARD")[];
            /** @description Further parts, such as boxes of `vision.detect`. */
            regions?: components["schemas"]["Crop"][];
            /**
             * @description `fill`: black. `mosaic`: five squares along the longer side.
             * @default fill
             * @enum {string}
             */
            method?: "fill" | "mosaic";
            /**
             * @description Only faces with at least this confidence. It is low: a face too many is better than one too few.
             * @default 0.3
             */
            min_confidence?: number;
        } & (unknown | unknown | unknown);
        RedactImageResponse: {
            /** @description The upright image with covered parts, in Base64. It has no metadata and no thumbnail. */
            image_data: string;
            /**
             * @description A PNG stays one; every other format becomes a JPEG.
             * @enum {string}
             */
            media_type: "image/jpeg" | "image/png";
            /** @description What was covered. */
            redactions: components["schemas"]["Redaction"][];
            /** @description Size and format of the image that was sent. */
            image_properties: components["schemas"]["ImageProperties"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        RedactTextRequest: {
            /** @description The text, or HTML, of which the markup stays. */
            text: string;
            /** @description What is redacted, of PERSON, ORGANIZATION, LOCATION, DATE, TIME, MONEY, PERCENT, QUANTITY, EMAIL, URL, PHONE, HASHTAG, MENTION, IP_ADDRESS, IBAN, CARD; CARD, IBAN, EMAIL, PHONE, IP_ADDRESS, MENTION, PERSON by default. */
            kinds?: ("PERSON" | "ORGANIZATION" | "LOCATION" | "DATE" | "TIME" | "MONEY" | "PERCENT" | "QUANTITY" | "EMAIL" | "URL" | "PHONE" | "HASHTAG" | "MENTION" | "IP_ADDRESS" | "IBAN" | "CARD")[];
            /**
             * @description The replacement. `kind`: `[PERSON]`. `mask`: a `*` for each letter and digit. `remove`: nothing.
             * @default kind
             * @enum {string}
             */
            replacement?: "kind" | "mask" | "remove";
            /**
             * @description Only what has at least this confidence. It is low: a word too many is better than one too few.
             * @default 0.3
             */
            min_confidence?: number;
        };
        RedactTextResponse: {
            /** @description The text without what was found. */
            text: string;
            /** @description What was replaced, in the order of the text. What it said is not repeated here. */
            redactions: components["schemas"]["TextRedaction"][];
            /** @description Why names may be left: the text is long, or in letters that the model does not know. */
            warnings?: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        Redaction: {
            /**
             * @description What was covered.
             * @enum {string}
             */
            kind: "face" | "code" | "text" | "region";
            /**
             * @description Of a text: what it was, such as `CARD`.
             * @enum {string}
             */
            text_kind?: "PERSON" | "ORGANIZATION" | "LOCATION" | "DATE" | "TIME" | "MONEY" | "PERCENT" | "QUANTITY" | "EMAIL" | "URL" | "PHONE" | "HASHTAG" | "MENTION" | "IP_ADDRESS" | "IBAN" | "CARD";
            /** @description Of a face or a text. */
            confidence?: number;
            /** @description The part that was covered, in pixels of the answer. */
            bounding_box: components["schemas"]["Box"];
        };
        Regressor: {
            /** @description The name by which the answer speaks of it. */
            name: string;
            /** @description Its value at each point of `data`, in the same order. */
            values: number[];
            /** @description Its value in each of the future `periods`. */
            future_values: number[];
        };
        RegressorEffect: {
            /** @description The name of the regressor. */
            name: string;
            /** @description Whether it helped to predict parts of the history that it was not fitted to; if not, it was left out. */
            used: boolean;
            /** @description What a value of 1 adds to the prediction; absent if it was left out. */
            coefficient?: number;
        };
        RejectedPlugin: {
            /** @description The package or folder in the configuration. */
            source: string;
            reason: string;
        };
        RenderDocumentForm: {
            /** Format: binary */
            document: string;
            /**
             * @description Which pages, such as `1-3,8`, at most 20.
             * @default 1
             */
            pages?: string;
            /** @description The password of an encrypted PDF. */
            password?: string;
            /**
             * @description Pixels of the longer side at most.
             * @default 1600
             */
            side?: number;
        };
        RenderDocumentRequest: {
            /** @description The document (PDF, TIFF, JPEG, PNG, WebP, BMP): a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            document?: string;
            /** @description URL of the document. */
            document_url?: string;
            /** @description The document as Base64 data or a data URI. */
            document_data?: string;
            /**
             * @description Which pages, such as `1-3,8`, at most 20.
             * @default 1
             */
            pages?: string;
            /** @description The password of an encrypted PDF. */
            password?: string;
            /**
             * @description Pixels of the longer side at most.
             * @default 1600
             */
            side?: number;
        } & (unknown | unknown | unknown);
        RenderDocumentResponse: {
            pages: components["schemas"]["PagePicture"][];
            page_count: number;
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        RequestCounts: {
            requests: number;
            /** @description Responses with a status of 400 or above. */
            errors: number;
        };
        RetriedBy: {
            /** @description As in the audit log: `key`, `administrator`, `command_line` or `anyone`. */
            kind: string;
            id: string;
            name: string;
        };
        RollbackRequest: {
            /** @description The version to go back to; without, the one before. */
            version?: string;
        };
        RotateSecretRequest: {
            /** @description The new secret; generated by default, unless `revoke` is true. */
            secret?: string;
            /**
             * @description Ends the old secret at once, instead of signing with both for 24 hours. Without `secret`, the newest secret stays.
             * @default false
             */
            revoke?: boolean;
        };
        RotatedWebhookResponse: {
            id: string;
            url: string;
            events: string[];
            description: string | null;
            active: boolean;
            /** @description Why Percept switched the endpoint off. */
            disabled_reason: string | null;
            /** @description A CEL expression over `type` and `data`. */
            filter: string | null;
            /** @description Maximum attempts per second. */
            rate_per_second: number | null;
            /** @description Maximum attempts of one delivery; null: as many as the service makes. */
            max_attempts: number | null;
            /** @description Names of your own headers. */
            header_names: string[];
            /**
             * Format: date-time
             * @description Until then, the previous secret also signs.
             */
            old_secret_until: string | null;
            /**
             * Format: date-time
             * @description Time since which every attempt has failed.
             */
            failing_since?: string;
            /**
             * @description `open`: too many attempts in a row failed, so nothing is sent. `half_open`: the next attempt is a probe.
             * @enum {string}
             */
            circuit: "closed" | "open" | "half_open";
            /**
             * Format: date-time
             * @description When the open circuit allows a probe.
             */
            circuit_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description The new secret, shown only once. Omitted if the secret did not change. */
            secret?: string;
        };
        RunDetailResponse: {
            id: string;
            pipeline: string;
            /** @description SHA-256 of the pipeline's text. The run uses this text to its end. */
            revision: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "partial" | "failed" | "cancelled";
            inputs: {
                [key: string]: unknown;
            };
            /** @description Items of each block at most, those that its source lists first; null: all. */
            limit: number | null;
            counts: components["schemas"]["ItemCounts"];
            /** @description Items per second over the last ten seconds, or over the whole time of an ended run. */
            rate_per_s: number | null;
            /** @description Estimated seconds left at that rate. */
            eta_s: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When its last attempt began.
             */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            /** @description Milliseconds from the start to the end of each of its attempts, summed; null: it has not ended. */
            duration_ms: number | null;
            /** @description Why the run failed. */
            error: string | null;
            /** @description The first failed items. `/items?state=failed` lists all of them. */
            failures: components["schemas"]["ItemFailure"][];
            outputs: components["schemas"]["WrittenOutput"][];
            /** @description Why nothing of it goes on at present; null: something does, or it has ended. Its items tell within 2 seconds. */
            waiting_for: components["schemas"]["RunWait"] | null;
            /** @description The processes that work, or have worked, on its items since it was started or repeated. Empty if it has no blocks. */
            workers: components["schemas"]["RunWorkerView"][];
            /** @description The steps whose items are listed, in the order of their starts. */
            steps: components["schemas"]["RunStepView"][];
            /** @description The attempts that were retried, oldest first: the first and the last 19. Empty if nobody retried the run. */
            earlier_attempts: components["schemas"]["EarlierAttempt"][];
        };
        RunItemResponse: {
            step: string;
            /** @description The path of a file, or the value of `key`. */
            key: string;
            /** @enum {string} */
            state: "pending" | "succeeded" | "failed";
            /** @description Calls of its steps, with repeated ones, without those answered from the cache. */
            attempts: number;
            /** @description All of its calls were answered from the cache. */
            cached: boolean;
            /** @description The result of each step, by step id. */
            results: {
                [key: string]: unknown;
            } | null;
            error: components["schemas"]["ItemError"] | null;
            /** Format: date-time */
            ended_at: string | null;
            /** @description Gets the image or video that its steps look at, with `?width=` a preview; null: they look at none. */
            file_url: string | null;
        };
        RunResponse: {
            id: string;
            pipeline: string;
            /** @description SHA-256 of the pipeline's text. The run uses this text to its end. */
            revision: string;
            /** @enum {string} */
            status: "queued" | "running" | "succeeded" | "partial" | "failed" | "cancelled";
            inputs: {
                [key: string]: unknown;
            };
            /** @description Items of each block at most, those that its source lists first; null: all. */
            limit: number | null;
            counts: components["schemas"]["ItemCounts"];
            /** @description Items per second over the last ten seconds, or over the whole time of an ended run. */
            rate_per_s: number | null;
            /** @description Estimated seconds left at that rate. */
            eta_s: number | null;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When its last attempt began.
             */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
            /** @description Milliseconds from the start to the end of each of its attempts, summed; null: it has not ended. */
            duration_ms: number | null;
            /** @description Why the run failed. */
            error: string | null;
            /** @description The first failed items. `/items?state=failed` lists all of them. */
            failures: components["schemas"]["ItemFailure"][];
            outputs: components["schemas"]["WrittenOutput"][];
        };
        RunStepView: {
            step: string;
            /** @enum {string} */
            state: "pending" | "succeeded" | "partial" | "failed" | "skipped";
            /** @description Number of items. */
            total: number | null;
            /** Format: date-time */
            started_at: string | null;
            /** Format: date-time */
            ended_at: string | null;
        };
        RunTimelineResponse: {
            /**
             * Format: date-time
             * @description When the run was requested: all milliseconds count from here.
             */
            from: string;
            /**
             * Format: date-time
             * @description When it ended.
             */
            to: string | null;
            /** @description Whether calls were joined because there are too many. */
            joined: boolean;
            steps: components["schemas"]["TimelineStep"][];
            lanes: components["schemas"]["TimelineLane"][];
        };
        RunWait: {
            /** @enum {string} */
            kind: "coordinator" | "shards" | "slot" | "worker" | "quota" | "retry";
            /** @description How many items or shards wait, or runs are in progress instead. */
            count: number;
            /**
             * Format: date-time
             * @description When it goes on; null: as soon as something is free.
             */
            until: string | null;
            message: string;
        };
        RunWorkerView: {
            /** @description Its process id on that host. */
            process: number;
            host: string;
            /** @description Items that it is working on now. */
            in_flight: number;
            /** @description Items that ended, in the shards that it was the last to work on. */
            done: number;
        };
        SavedPipelineResponse: {
            name: string;
            /** @description SHA-256 of the text. */
            revision: string;
            /** @description The number of the revision. */
            number: number;
        };
        SceneSpan: {
            /** @description Seconds. */
            start: number;
            /** @description Seconds. */
            end: number;
            /** @description Kind of scene; `indoors` or `outdoors` if no kind is sure; or `unknown`. */
            scene: string;
            /** @description Confidence in the kind of scene; 0 if it is unknown. */
            confidence: number;
        };
        ScheduleResponse: {
            /** @description `<pipeline>/<trigger>`. */
            id: string;
            pipeline: string;
            /** @description cron, every, watch or webhook. */
            kind: string;
            /** @description The cron pattern, the interval, or the folder. */
            rule: string | null;
            timezone: string | null;
            /** @description The next five ticks, those after `paused_until` if that is set; none while it is paused without it, or if it does not run by the clock. */
            next: string[];
            /** Format: date-time */
            paused_at: string | null;
            /**
             * Format: date-time
             * @description When it resumes by itself.
             */
            paused_until: string | null;
            paused_reason: string | null;
            /** @description For a webhook trigger: whether it has a URL. */
            has_address: boolean | null;
        };
        SearchCollectionResponse: {
            entries: components["schemas"]["FoundEntry"][];
        };
        SearchRequest: {
            /**
             * @description The maximum number of entries.
             * @default 10
             */
            limit?: number;
            /**
             * @description Only entries at least this similar: the cosine of their vectors.
             * @default 0
             */
            min_similarity?: number;
            /** @description Only entries with one of these labels. */
            labels?: string[];
            /**
             * @description Only entries for which this CEL expression is true; it sees `label`, `metadata` and `created_at`.
             * @example metadata.camera == 'yard'
             */
            filter?: string;
            /** @description Id of an entry of the collection: searches what is near to it. */
            entry?: string;
            /** @description A vector of the model of the collection. */
            vector?: number[];
        };
        SecretResponse: {
            name: string;
            /** @description Hosts that may receive it in a call with a URL. */
            hosts: string[];
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When the value was last set.
             */
            updated_at: string;
        };
        SentForForecast: {
            /** @description Tells the series apart. */
            id: string;
            /** @description Its points, in any order: 3 to 100,000. */
            data: {
                /** @description `2026-01-31`, `2026-01`, `2026` or a date-time such as `2026-01-31T09:00:00+01:00`. All must use the same form. */
                timestamp: string;
                /** @description The value at that time. */
                value: number;
            }[];
            /** @description What its values depend on. */
            regressors?: components["schemas"]["Regressor"][];
        };
        SentSeries: {
            /** @description Tells the series apart. */
            id: string;
            /** @description Its points, in any order: 3 to 100,000. */
            data: {
                /** @description `2026-01-31`, `2026-01`, `2026` or a date-time such as `2026-01-31T09:00:00+01:00`. All must use the same form. */
                timestamp: string;
                /** @description The value at that time. */
                value: number;
            }[];
        };
        SentimentScores: {
            /** @description Probability that the text is positive; the three sum to 1. */
            positive: number;
            /** @description Probability that the text is negative. */
            negative: number;
            /** @description Probability that the text is neutral. */
            neutral: number;
        };
        SeriesError: {
            /**
             * @description The code, as of errors of a whole call.
             * @enum {string}
             */
            code: "INVALID_REQUEST";
            /** @description What is wrong, and how to fix it. */
            message: string;
            /** @description The field of the series. */
            field?: string;
        };
        SessionResponse: {
            /**
             * @description `administrator`; `anyone` if authentication is off.
             * @enum {string}
             */
            kind: "key" | "administrator" | "command_line" | "anyone";
            id: string;
            name: string;
            project_id: string;
            scopes: ("predict" | "pipelines" | "webhooks" | "admin" | "customer")[];
            /** @description Whether a password is set. */
            has_password: boolean;
            /** @description Whether signing in with the password takes a one-time code. */
            has_totp: boolean;
            /** Format: date-time */
            expires_at: string | null;
        };
        SetPasswordRequest: {
            /** @description The new password: one that is easy to guess is refused. */
            password: string;
            /** @description The current password; absent if none is set. */
            current_password?: string;
        };
        SetSecretRequest: {
            /** @description The value. No answer shows it again. */
            value: string;
            /**
             * @description Hosts that may receive the secret in a call with a URL, such as `api.example.com`, `*.example.com` or `10.0.0.5:8080`. Without any, it cannot be in a call that names a URL.
             * @default []
             */
            hosts?: string[];
        };
        SignInRequest: {
            /** @description The token of a sign-in link. */
            token?: string;
            /** @description The administrator's password. */
            password?: string;
            /**
             * @description The one-time code that the app shows, where codes are on.
             * @example 123456
             */
            code?: string;
        };
        SignedInSessionResponse: {
            id: string;
            /** @description Where it was started from. */
            address: string;
            user_agent: string | null;
            /** @description Whether it is the session of this request. */
            current: boolean;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description When somebody last used it, to the minute: it ends 8 hours later.
             */
            last_seen_at: string;
            /** Format: date-time */
            expires_at: string;
        };
        SortRowsRequest: {
            /** @description The rows: a list of objects, or in a pipeline the rows of another step. */
            rows: Record<string, never>[];
            /** @description Fields by which to sort, the most important first; `value desc` for the largest first. */
            by: string[];
            /** @description The maximum number of rows. */
            limit?: number;
        };
        SortRowsResponse: {
            /** @description The rows of the new table. */
            rows: Record<string, never>[];
            /** @description The number of rows that were read. */
            rows_read: number;
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        StartRunRequest: {
            /** @description Values of the inputs; the others use their defaults. */
            inputs?: {
                [key: string]: unknown;
            };
            /** @description Items of each block at most, those that its source lists first: 1 tries the pipeline. */
            limit?: number;
            /** @description The text to run instead of what is saved, which stays as it is. */
            source?: string;
        };
        StatusCount: {
            status: number;
            requests: number;
        };
        /**
         * system.notification
         * @description Something deserves attention. `data.kind` says what: a pipeline reports something, or an endpoint was disabled.
         */
        SystemNotificationEvent: {
            /** @description The same for all attempts: use it as an idempotency key. */
            id: string;
            /** @constant */
            type: "system.notification";
            /** Format: date-time */
            created_at: string;
            data: ({
                /** @description True for a requested example event. */
                test?: boolean;
                /**
                 * @description A step `notify` of a pipeline reports something.
                 * @enum {string}
                 */
                kind: "pipeline";
                run_id: string;
                pipeline: string;
                step: string;
                /** @description The item of the step; empty outside a block. */
                item: string;
                title: string;
                /** @enum {string} */
                level: "info" | "warning" | "error";
                message?: string;
                /** @description Values that the pipeline gave. */
                data?: Record<string, never>;
            } & {
                [key: string]: unknown;
            }) | ({
                /** @description True for a requested example event. */
                test?: boolean;
                /**
                 * @description Percept has disabled another endpoint of the project.
                 * @enum {string}
                 */
                kind: "webhook_disabled";
                webhook_id: string;
                url: string;
                reason: string;
            } & {
                [key: string]: unknown;
            });
        };
        TableCell: {
            /** @description The corners in the unit of the page, clockwise as the text is read. */
            polygon: components["schemas"]["PagePoint"][];
            row: number;
            column: number;
            column_span: number;
            row_span: number;
            text: string;
            span: components["schemas"]["ContentSpan"];
        };
        TableFilterRequest: {
            /** @description The rows: a list of objects, or in a pipeline the rows of another step. */
            rows: Record<string, never>[];
            /** @description CEL that says which rows stay, such as `row.amount > values.least`. */
            where: string;
            /** @description Values for the expression, such as inputs of the pipeline. */
            values?: Record<string, never>;
        };
        TableFilterResponse: {
            /** @description The rows of the new table. */
            rows: Record<string, never>[];
            /** @description The number of rows that were read. */
            rows_read: number;
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        TableMapRequest: {
            /** @description The rows: a list of objects, or in a pipeline the rows of another step. */
            rows: Record<string, never>[];
            /** @description The columns of the new rows: a name, and CEL for its value, such as `row.price * row.quantity`. */
            columns: Record<string, never>;
            /**
             * @description Whether the new rows have the other columns too.
             * @default false
             */
            keep?: boolean;
            /** @description Values for the expressions, such as inputs of the pipeline. */
            values?: Record<string, never>;
        };
        TableMapResponse: {
            /** @description The rows of the new table. */
            rows: Record<string, never>[];
            /** @description The number of rows that were read. */
            rows_read: number;
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        TableReadRequest: {
            /** @description The file: a path, or in a pipeline also `s3://bucket/key`. Exactly one of `file` and `data`. */
            file?: string;
            /** @description The content of a file as text, instead of `file`. */
            data?: string;
            /**
             * @description CSV with a header line, or a JSON object on each line; by the ending of the file when absent.
             * @enum {string}
             */
            format?: "csv" | "jsonl";
            /**
             * @description The separator of CSV fields. A first line such as `sep=;` in the file wins.
             * @default ,
             * @enum {string}
             */
            delimiter?: "," | ";" | "\t" | "|";
            /** @description The encoding of the file, such as `windows-1252`; UTF-16 if the first bytes show that, else UTF-8, when absent. */
            encoding?: string;
            /** @description Types by column. Other columns of CSV are texts, and those of JSON stay as they are. An empty field of a column with a type is null. */
            types?: {
                [key: string]: "text" | "number" | "integer" | "boolean" | "date" | "timestamp" | "json";
            };
            /**
             * @description What happens with a line that cannot be read: the call fails, or the line is left out.
             * @default fail
             * @enum {string}
             */
            on_error?: "fail" | "skip";
            /** @description The maximum number of rows; the rest of the file is not read. */
            limit?: number;
        };
        TableReadResponse: {
            /** @description The rows of the file. */
            rows: Record<string, never>[];
            /** @description The number of rows. */
            rows_read: number;
            /** @description The number of lines that were left out. */
            rows_skipped: number;
            /** @description Why lines were left out, for the first ten. */
            skipped: string[];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        TaughtClass: {
            label: string;
            entries: number;
            /** @description Share of its entries that models named rightly which had not seen them. */
            recall: number;
        };
        TestFilterRequest: {
            /**
             * @description A CEL expression over `type` and `data`; empty: every event passes.
             * @default
             * @example data.status == 'partial'
             */
            filter?: string;
        };
        TestFilterResponse: {
            events: components["schemas"]["TestedEventResponse"][];
        };
        TestWebhookRequest: {
            /**
             * @description The event to send an example of.
             * @default prediction.completed
             * @enum {string}
             */
            type?: "prediction.completed" | "prediction.failed" | "batch.started" | "batch.completed" | "batch.failed" | "quota.threshold_reached" | "system.notification";
        };
        TestedEventResponse: {
            /**
             * @description `recent`: one that was delivered lately; `example`: an example of its type.
             * @enum {string}
             */
            source: "recent" | "example";
            /** @description Null for an example. */
            id: string | null;
            /** @enum {string} */
            type: "prediction.completed" | "prediction.failed" | "batch.started" | "batch.completed" | "batch.failed" | "quota.threshold_reached" | "system.notification";
            /**
             * Format: date-time
             * @description Null for an example.
             */
            created_at: string | null;
            data: {
                [key: string]: unknown;
            };
            /** @description Whether the filter lets it through. */
            passes: boolean;
        };
        TextCharacter: {
            /** @description Calibrated probability that the result is right. */
            confidence: number;
            /** @description The bounding box, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
            /** @description What was read. */
            text: string;
            /** @description The corners, clockwise as the text is read: the beginning of its upper edge first. */
            polygon: components["schemas"]["PolygonPoint"][];
        };
        TextClass: {
            /** @description One of `labels`, or of the labels of the model. */
            label: string;
            /** @description Probability that the text is of this class. */
            confidence: number;
        };
        TextEmbeddingModel: {
            /** @description Name of the model. */
            name: string;
            /** @description Compare only vectors of the same model and version. */
            version: string;
        };
        TextField: {
            /** @description As it is printed. */
            text: string;
            /** @description How sure the value is: as it was read, as it was named, and whether sums and check digits hold. */
            confidence: number;
            /** @description Whether a person should look at it. */
            review: boolean;
            page: number;
            /** @description The corners of its printed row: inches in a PDF, pixels in a picture. */
            polygon: components["schemas"]["PagePoint"][];
            value: string;
        };
        TextLine: {
            /** @description Calibrated probability that the result is right. */
            confidence: number;
            /** @description The bounding box, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
            /** @description A line of text. */
            text: string;
            /** @description As that of a word; only with the level `word` or `character`. */
            polygon?: components["schemas"]["PolygonPoint"][];
            /** @description The words of the line; only with the level `word` or `character`. */
            words?: components["schemas"]["TextWord"][];
        };
        TextRedaction: {
            /** @enum {string} */
            kind: "PERSON" | "ORGANIZATION" | "LOCATION" | "DATE" | "TIME" | "MONEY" | "PERCENT" | "QUANTITY" | "EMAIL" | "URL" | "PHONE" | "HASHTAG" | "MENTION" | "IP_ADDRESS" | "IBAN" | "CARD";
            /** @description Probability that it is of this kind. */
            confidence: number;
            /** @description Where it began in the text that was sent, in UTF-16 code units. */
            start: number;
            /** @description Where it ended, exclusive. */
            end: number;
            /** @description Where what replaces it begins in the answer. */
            redacted_start: number;
            /** @description Where that ends, exclusive. */
            redacted_end: number;
        };
        TextRow: {
            /** @description The texts of its lines, with a space between them. */
            text: string;
            /** @description Places of its lines in `lines`, counted from 0, in the order of reading. */
            lines: number[];
            /** @description Pixels between each of its lines and the next: one number fewer than `lines`. */
            gaps: number[];
            /** @description The box around its lines, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
        };
        TextWord: {
            /** @description Calibrated probability that the result is right. */
            confidence: number;
            /** @description The bounding box, in pixels of the upright image. */
            bounding_box: components["schemas"]["Box"];
            /** @description What was read. */
            text: string;
            /** @description The corners, clockwise as the text is read: the beginning of its upper edge first. */
            polygon: components["schemas"]["PolygonPoint"][];
            /** @description The characters of the word; only with the level `character`. Their places are estimates. */
            characters?: components["schemas"]["TextCharacter"][];
        };
        TickResponse: {
            id: string;
            /** @description `<pipeline>/<trigger>`. */
            schedule: string;
            /** Format: date-time */
            at: string;
            /** @enum {string} */
            state: "due" | "started" | "skipped" | "failed";
            /** @description Why it started no run. */
            reason: string | null;
            run_id: string | null;
        };
        TimelineEntry: {
            /** @description Seconds from the start at which the frame is shown. */
            timestamp: number;
            /** @description Kinds of objects, from the 80 COCO classes; only if objects were requested. */
            objects?: string[];
            /** @description The activities, and `camera_moving` or `no_motion`; only if activities were requested. */
            activities?: string[];
            /** @description The scene of the shot; absent if it is unknown or scenes were not requested. */
            scene?: string;
            /** @description Mean confidence of everything in the entry; 0 if it is empty. */
            confidence: number;
        };
        TimelineLane: {
            host: string;
            process: number;
            /** @description The worker thread; null: the process itself. */
            worker: number | null;
            spans: components["schemas"]["TimelineSpan"][];
        };
        TimelineSpan: {
            /** @description Of the run: 1 is the first, each retry adds one. */
            attempt: number;
            /** @description The step of the pipeline: a block, or a step outside blocks. */
            step: string;
            /** @description The step that was called. */
            call: string;
            /** @description Key of the item; null: several. */
            item: string | null;
            /** @description Which attempt at the call: 1 is the first. */
            call_attempt: number;
            /** @description Milliseconds from `from` until it began to wait, and until it ended. */
            start_ms: number;
            end_ms: number;
            /** @description For a worker, a file or its next attempt; the rest is work. Of several calls the sum. */
            waited_ms: number;
            worked_ms: number;
            calls: number;
            failed: number;
            /** @description Code of the error that it ended with. */
            error: string | null;
        };
        TimelineStep: {
            attempt: number;
            step: string;
            call: string;
            start_ms: number;
            end_ms: number;
            waited_ms: number;
            worked_ms: number;
            calls: number;
            failed: number;
        };
        TodayResponse: {
            /** @description Calls of capabilities since midnight UTC, those of pipeline runs included. */
            requests: number;
            /** @description Those answered with a status of 400 or above. */
            errors: number;
            /** @description Of successful calls, in milliseconds; null if there were none. */
            latency_ms: components["schemas"]["LatencySummary"] | null;
            /** @description What each capability took, the most first. */
            capabilities: components["schemas"]["CapabilityCost"][];
        };
        TotpCodeRequest: {
            /**
             * @description The one-time code that the app shows, where codes are on.
             * @example 123456
             */
            code: string;
        };
        TotpSecretResponse: {
            /** @description Base32, to type into the app. */
            secret: string;
            /** @description The same as an address, `otpauth://totp/…`: what a QR code shows. */
            uri: string;
        };
        TrackedBox: {
            /** @description Seconds. */
            timestamp: number;
            /** @description Whole pixels of the upright video. */
            bounding_box: {
                x: number;
                y: number;
                width: number;
                height: number;
            };
        };
        TrainFromRequest: {
            /** @description Name of the model; the name of the collection if absent. A model that was taught is replaced. */
            model?: string;
            /**
             * @description The part of a picture that the model looks at, as [left, top, width, height] in parts of its sides. Add the entries with the same part as `crop`.
             * @example [
             *       0.4,
             *       0.2,
             *       0.3,
             *       0.5
             *     ]
             */
            region?: number[];
            /**
             * @description Cuts the kept pictures to `region` first: for entries that were added whole. Absent: they were added with that part.
             * @default false
             */
            crop?: boolean;
            /**
             * @description Replaces a model that was taught also where the new one is worse.
             * @default false
             */
            force?: boolean;
            /** @description Name or id of the collection whose labelled entries teach the model. */
            collection: string;
        };
        TrainRequest: {
            /** @description Name of the model; the name of the collection if absent. A model that was taught is replaced. */
            model?: string;
            /**
             * @description The part of a picture that the model looks at, as [left, top, width, height] in parts of its sides. Add the entries with the same part as `crop`.
             * @example [
             *       0.4,
             *       0.2,
             *       0.3,
             *       0.5
             *     ]
             */
            region?: number[];
            /**
             * @description Cuts the kept pictures to `region` first: for entries that were added whole. Absent: they were added with that part.
             * @default false
             */
            crop?: boolean;
            /**
             * @description Replaces a model that was taught also where the new one is worse.
             * @default false
             */
            force?: boolean;
        };
        TrainResponse: {
            /** @description For `model` of `vision.classify`, or of `text.classify` for a collection of texts. */
            model: string;
            version: string;
            classes: components["schemas"]["TaughtClass"][];
            /** @description Estimated share of new pictures or texts that the model names rightly, by cross-validation. */
            accuracy: number;
            /** @description The accuracy lies between the two in 19 of 20 such collections (Wilson). */
            interval: number[];
            /** @description Share of the entries that the model takes for none of the classes. */
            refused: number;
            /** @description Classes that are confused, most often first. */
            confused: components["schemas"]["Confused"][];
            /** @description What to look at: small classes, the same picture or text in two classes. */
            warnings: string[];
            duration_ms: number;
        };
        TrainingResponse: {
            model: string;
            /** @enum {string} */
            status: "running" | "succeeded" | "failed" | "cancelled";
            /**
             * @description `describing` computes vectors of pictures that are cut, or of texts of no class; `learning` fits a model of each part, and one of all.
             * @enum {string}
             */
            stage: "waiting" | "describing" | "learning";
            /** @description Pictures, texts or models that are done in this stage. */
            done: number;
            /** @description All of this stage. */
            total: number;
            /** @description The part that the kept pictures are cut to; null: they are not. */
            region: number[] | null;
            /** Format: date-time */
            started_at: string;
            /** Format: date-time */
            ended_at: string | null;
            /** @description What `POST …/train` answers. */
            result: components["schemas"]["TrainResponse"] | null;
            /** @description Why it failed, or that it was cancelled. */
            reason: string | null;
        };
        UpdateKeyRequest: {
            /** @description What the key is for. */
            name?: string;
            /**
             * @description Requests a month: `free` 1,000, `pro` 100,000, `enterprise` as `monthly_limit` says.
             * @enum {string}
             */
            plan?: "free" | "pro" | "enterprise";
            /** @description Requests a month, for the plan `enterprise` only; 1,000,000,000 by default. */
            monthly_limit?: number;
            /** @description What the key may do; a key can give no scope that it lacks. */
            scopes?: ("predict" | "pipelines" | "webhooks" | "admin" | "customer")[];
            /**
             * @description When the key ends: an ISO 8601 date-time in the future, a duration such as `90d`, or `never`.
             * @example 90d
             * @example 2027-01-01T00:00:00Z
             * @example never
             */
            expires_at?: string;
        };
        UpdateProjectRequest: {
            /** @description The name of the project, unique in this installation. */
            name?: string;
            /**
             * @description Monthly requests that all keys of the project share: `free` 1,000, `pro` 100,000, `enterprise` as set in `monthly_limit`.
             * @enum {string}
             */
            plan?: "free" | "pro" | "enterprise";
            /** @description Monthly requests for the plan `enterprise`. Unlimited if omitted. */
            monthly_limit?: number;
            /** @description Folders that the project may read, of `PERCEPT_DATA_ROOTS`, beside `files/<id>` in the data folder. `*` stands for all of them. Null until somebody grants: none, or for the first project all. */
            roots?: string[] | null;
            /** @description Buckets, or beginnings of keys as `bucket/prefix`, that it may read and write, of `PERCEPT_S3_BUCKETS`. `*` stands for all of them. Null until somebody grants: none, or for the first project all. */
            buckets?: string[] | null;
        };
        UpdateWebhookRequest: {
            /** @description A label of your own. */
            description?: string;
            /**
             * @description A CEL expression over `type` and `data`. Only events for which it is true are sent. An empty string removes it.
             * @example data.status == 'partial'
             */
            filter?: string;
            /** @description Maximum attempts per second; 0 for no limit. */
            rate_per_second?: number;
            /** @description Maximum attempts of one delivery; 0 for as many as the service makes. Beyond its waits (PERCEPT_WEBHOOK_WAITS), the last wait repeats. */
            max_attempts?: number;
            /**
             * @description Your own headers, sent with each delivery. Their values are stored encrypted and never shown.
             * @example {
             *       "authorization": "Bearer …"
             *     }
             */
            headers?: {
                [key: string]: string;
            };
            /**
             * @description The URL that receives deliveries by POST: https, on the public internet.
             * @example https://example.com/hooks
             */
            url?: string;
            /**
             * @description Event names or wildcards: `*` for all events, `batch.*` for a group.
             * @example [
             *       "batch.completed"
             *     ]
             */
            events?: string[];
            /** @description Whether the endpoint is enabled. Deliveries to a disabled endpoint are held, and sent when it is enabled again. */
            active?: boolean;
        };
        UploadResponse: {
            /**
             * @description The handle, for `image`, `image_url`, `video` and `video_url`.
             * @example upl_0197c2d4
             */
            id: string;
            bytes: number;
            /**
             * @description As the bytes say.
             * @example image/jpeg
             */
            media_type: string;
            /** Format: date-time */
            created_at: string;
            /**
             * Format: date-time
             * @description From then on it is unknown.
             */
            expires_at: string;
            /**
             * @description The path of the bytes.
             * @example /v2/uploads/upl_0197c2d4/content
             */
            content_url: string;
        };
        UsageResponse: {
            from: string;
            to: string;
            /** @description The quota of the calling key; null for the dashboard. */
            quota: components["schemas"]["QuotaUsage"] | null;
            /** @description Every day of the range, including days without requests. */
            days: components["schemas"]["DayUsage"][];
            operations: components["schemas"]["OperationUsage"][];
            keys: components["schemas"]["KeyUsage"][];
            errors: components["schemas"]["StatusCount"][];
        };
        ValidPipelineResponse: {
            /** @enum {boolean} */
            valid: true;
        };
        VideoInfo: {
            /** @description Seconds. */
            duration: number;
            /** @description Frames per second, on average. */
            fps: number;
            /** @description `<width>x<height>` of the upright video in pixels. */
            resolution: string;
            /** @description Frames that are shown. */
            total_frames: number;
        };
        VideoSummary: {
            /** @description By screen time, longest first. */
            dominant_objects: string[];
            /** @description By time, longest first. `unknown` first if people are seen and mostly no activity of theirs is recognised; `no_motion` and `camera_moving` only if nobody does anything. */
            main_activities: string[];
            /** @description The scene of most of the video, or `unknown`. */
            scene_type: string;
            /** @description The number of individuals of each kind of object, as far as they could be tracked. */
            object_counts: {
                [key: string]: number;
            };
        };
        VisionBarcodesForm: {
            /** Format: binary */
            image: string;
            /**
             * @description Only codes of these kinds; all kinds if the list is empty.
             * @default []
             */
            formats?: ("aztec" | "codabar" | "code_32" | "code_39" | "code_93" | "code_128" | "data_matrix" | "databar" | "databar_expanded" | "databar_limited" | "dx_film_edge" | "ean_8" | "ean_13" | "itf" | "maxicode" | "micro_pdf417" | "micro_qr_code" | "pdf417" | "qr_code" | "rm_qr_code" | "telepen" | "upc_a" | "upc_e")[];
        };
        VisionBarcodesRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /**
             * @description Only codes of these kinds; all kinds if the list is empty.
             * @default []
             */
            formats?: ("aztec" | "codabar" | "code_32" | "code_39" | "code_93" | "code_128" | "data_matrix" | "databar" | "databar_expanded" | "databar_limited" | "dx_film_edge" | "ean_8" | "ean_13" | "itf" | "maxicode" | "micro_pdf417" | "micro_qr_code" | "pdf417" | "qr_code" | "rm_qr_code" | "telepen" | "upc_a" | "upc_e")[];
        } & (unknown | unknown | unknown);
        VisionBarcodesResponse: {
            /** @description The codes, from top to bottom. */
            barcodes: components["schemas"]["Barcode"][];
            /** @description The number of codes. */
            total_barcodes: number;
            /** @description Size and format of the image. */
            image_properties: components["schemas"]["ImageProperties"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        VisionFacesForm: {
            /** Format: binary */
            image: string;
            /**
             * @description Only faces with at least this confidence.
             * @default 0.6
             */
            min_confidence?: number;
            /**
             * @description Whether to estimate the expression of each face, which takes time.
             * @default true
             */
            emotions?: boolean;
            /**
             * @description Whether to answer the eyes, nose, mouth and ears of faces.
             * @default false
             */
            landmarks?: boolean;
            /** @description Name of a model for face-detection. */
            model?: string;
        };
        VisionFacesRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /**
             * @description Only faces with at least this confidence.
             * @default 0.6
             */
            min_confidence?: number;
            /**
             * @description Whether to estimate the expression of each face, which takes time.
             * @default true
             */
            emotions?: boolean;
            /**
             * @description Whether to answer the eyes, nose, mouth and ears of faces.
             * @default false
             */
            landmarks?: boolean;
            /** @description Name of a model for face-detection. */
            model?: string;
            /** @description Another name for `min_confidence`. */
            confidence_threshold?: number;
        } & (unknown | unknown | unknown);
        VisionFacesResponse: {
            /** @description The faces, most confident first; each with `emotions` unless they are switched off. */
            faces: components["schemas"]["Face"][];
            /** @description The number of faces. */
            total_faces: number;
            /** @description Size and format of the image. */
            image_properties: components["schemas"]["ImageProperties"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        VisionTextForm: {
            /** Format: binary */
            image: string;
            /**
             * @description Only lines with at least this confidence. A line with one wrong letter is often of use.
             * @default 0.3
             */
            min_confidence?: number;
            /** @description Name of a model for text-recognition. `ocr-european`, the default, reads Latin letters, and Chinese, Japanese and many signs with the help of `ocr-multilingual`; `ocr-latin` has no accented letters. */
            model?: string;
            /**
             * @description How finely to answer: `word` adds the words of each line, `character` their characters too.
             * @default line
             * @enum {string}
             */
            level?: "line" | "word" | "character";
        };
        VisionTextRequest: {
            /** @description The image: a URL, a data URI or Base64 data. In a pipeline and on the command line, also a file path. */
            image?: string;
            /** @description URL of the image. */
            image_url?: string;
            /** @description The image as Base64 data or a data URI. */
            image_data?: string;
            /**
             * @description Only lines with at least this confidence. A line with one wrong letter is often of use.
             * @default 0.3
             */
            min_confidence?: number;
            /** @description Name of a model for text-recognition. `ocr-european`, the default, reads Latin letters, and Chinese, Japanese and many signs with the help of `ocr-multilingual`; `ocr-latin` has no accented letters. */
            model?: string;
            /**
             * @description How finely to answer: `word` adds the words of each line, `character` their characters too.
             * @default line
             * @enum {string}
             */
            level?: "line" | "word" | "character";
            /** @description Another name for `min_confidence`. */
            confidence_threshold?: number;
        } & (unknown | unknown | unknown);
        VisionTextResponse: {
            /** @description The whole text in reading order, a line of the image for each line; empty if there is none. */
            text: string;
            /** @description The lines in reading order. */
            lines: components["schemas"]["TextLine"][];
            /** @description Printed rows: lines that stand beside each other, such as a name and its price. */
            rows: components["schemas"]["TextRow"][];
            /** @description What to know of the answer, such as lines in a script that no model here reads; only if there is something. */
            warnings?: string[];
            /** @description Size and format of the image. */
            image_properties: components["schemas"]["ImageProperties"];
            /** @description Milliseconds of the call. */
            processing_time_ms: number;
        };
        WebhookResponse: {
            id: string;
            url: string;
            events: string[];
            description: string | null;
            active: boolean;
            /** @description Why Percept switched the endpoint off. */
            disabled_reason: string | null;
            /** @description A CEL expression over `type` and `data`. */
            filter: string | null;
            /** @description Maximum attempts per second. */
            rate_per_second: number | null;
            /** @description Maximum attempts of one delivery; null: as many as the service makes. */
            max_attempts: number | null;
            /** @description Names of your own headers. */
            header_names: string[];
            /**
             * Format: date-time
             * @description Until then, the previous secret also signs.
             */
            old_secret_until: string | null;
            /**
             * Format: date-time
             * @description Time since which every attempt has failed.
             */
            failing_since?: string;
            /**
             * @description `open`: too many attempts in a row failed, so nothing is sent. `half_open`: the next attempt is a probe.
             * @enum {string}
             */
            circuit: "closed" | "open" | "half_open";
            /**
             * Format: date-time
             * @description When the open circuit allows a probe.
             */
            circuit_until: string | null;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        WebhookStatisticsResponse: {
            webhook_id: string;
            /** @description Deliveries of the last 24 hours, the latest 1000 at most. */
            deliveries: number;
            succeeded: number;
            /** @description Deliveries that were given up. */
            exhausted: number;
            /** @description Share of the attempts that the endpoint accepted, 0 to 1; null without attempts. */
            success_rate: number | null;
            attempts: number;
            /** @description Milliseconds of an attempt; null without attempts. */
            p50_ms: number | null;
            p95_ms: number | null;
            last_failure: components["schemas"]["LastFailureResponse"] | null;
        };
        WrittenOutput: {
            /** @description The path in the pipeline; its file name is the artifact's name. */
            name: string;
            path: string;
            rows: number;
        };
    };
    responses: {
        /** @description Accepted. */
        AcceptedAnalysis: {
            headers: {
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["AcceptedAnalysisResponse"];
            };
        };
    };
    parameters: {
        /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
        IdempotencyKey: string;
        /** @description The event's id, the same over all attempts. */
        "webhook-id": string;
        /** @description Seconds since the epoch, of this attempt. */
        "webhook-timestamp": string;
        /** @description `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid. */
        "webhook-signature": string;
        name: string;
        /** @description The maximum number of entries. */
        limit: number;
        id: string;
        /** @description The key of the item; empty for a step outside a block. */
        key: string;
        /** @description The step of the item, where several steps have an item with this key. */
        step: string;
        pipeline: string;
        trigger: string;
        entry: string;
    };
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    classifyImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassifyImageRequest"];
                "multipart/form-data": components["schemas"]["ClassifyImageForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassifyImageResponse"];
                };
            };
        };
    };
    classifyImageAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassifyImageRequest"];
                "multipart/form-data": components["schemas"]["ClassifyImageForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    detectObjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectObjectsRequest"];
                "multipart/form-data": components["schemas"]["DetectObjectsForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectObjectsResponse"];
                };
            };
        };
    };
    detectObjectsAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectObjectsRequest"];
                "multipart/form-data": components["schemas"]["DetectObjectsForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    analyzeImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyzeImageRequest"];
                "multipart/form-data": components["schemas"]["AnalyzeImageForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyzeImageResponse"];
                };
            };
        };
    };
    analyzeImageAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyzeImageRequest"];
                "multipart/form-data": components["schemas"]["AnalyzeImageForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    visionText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisionTextRequest"];
                "multipart/form-data": components["schemas"]["VisionTextForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisionTextResponse"];
                };
            };
        };
    };
    visionTextAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisionTextRequest"];
                "multipart/form-data": components["schemas"]["VisionTextForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    visionFaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisionFacesRequest"];
                "multipart/form-data": components["schemas"]["VisionFacesForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisionFacesResponse"];
                };
            };
        };
    };
    visionFacesAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisionFacesRequest"];
                "multipart/form-data": components["schemas"]["VisionFacesForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    visionBarcodes: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisionBarcodesRequest"];
                "multipart/form-data": components["schemas"]["VisionBarcodesForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["VisionBarcodesResponse"];
                };
            };
        };
    };
    visionBarcodesAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["VisionBarcodesRequest"];
                "multipart/form-data": components["schemas"]["VisionBarcodesForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    embedImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbedImageRequest"];
                "multipart/form-data": components["schemas"]["EmbedImageForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbedImageResponse"];
                };
            };
        };
    };
    embedImageAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbedImageRequest"];
                "multipart/form-data": components["schemas"]["EmbedImageForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    recognizeFaces: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecognizeFacesRequest"];
                "multipart/form-data": components["schemas"]["RecognizeFacesForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecognizeFacesResponse"];
                };
            };
        };
    };
    recognizeFacesAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecognizeFacesRequest"];
                "multipart/form-data": components["schemas"]["RecognizeFacesForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    redactImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedactImageRequest"];
                "multipart/form-data": components["schemas"]["RedactImageForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedactImageResponse"];
                };
            };
        };
    };
    redactImageAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedactImageRequest"];
                "multipart/form-data": components["schemas"]["RedactImageForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    annotateImage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotateImageRequest"];
                "multipart/form-data": components["schemas"]["AnnotateImageForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnnotateImageResponse"];
                };
            };
        };
    };
    annotateImageAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnnotateImageRequest"];
                "multipart/form-data": components["schemas"]["AnnotateImageForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    analyzeVideo: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyzeVideoRequest"];
                "multipart/form-data": components["schemas"]["AnalyzeVideoForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyzeVideoResponse"];
                };
            };
            /** @description Accepted: the video takes too long to wait for. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedAnalysisResponse"];
                };
            };
        };
    };
    analyzeVideoAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyzeVideoRequest"];
                "multipart/form-data": components["schemas"]["AnalyzeVideoForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    analyzeSentiment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyzeSentimentRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalyzeSentimentResponse"];
                };
            };
        };
    };
    analyzeSentimentAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AnalyzeSentimentRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    findEntities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindEntitiesRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindEntitiesResponse"];
                };
            };
        };
    };
    findEntitiesAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["FindEntitiesRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    embedText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbedTextRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EmbedTextResponse"];
                };
            };
        };
    };
    embedTextAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EmbedTextRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    classifyText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassifyTextRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ClassifyTextResponse"];
                };
            };
        };
    };
    classifyTextAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ClassifyTextRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    redactText: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedactTextRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RedactTextResponse"];
                };
            };
        };
    };
    redactTextAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedactTextRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    predictTimeSeries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictTimeSeriesRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PredictTimeSeriesResponse"];
                };
            };
        };
    };
    predictTimeSeriesAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictTimeSeriesRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    predictManyTimeSeries: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictManyTimeSeriesRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PredictManyTimeSeriesResponse"];
                };
            };
        };
    };
    predictManyTimeSeriesAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictManyTimeSeriesRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    detectAnomalies: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectAnomaliesRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectAnomaliesResponse"];
                };
            };
        };
    };
    detectAnomaliesAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectAnomaliesRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    detectAnomaliesInMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectAnomaliesInManyRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectAnomaliesInManyResponse"];
                };
            };
        };
    };
    detectAnomaliesInManyAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectAnomaliesInManyRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    detectChangepoints: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectChangepointsRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectChangepointsResponse"];
                };
            };
        };
    };
    detectChangepointsAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectChangepointsRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    detectChangepointsInMany: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectChangepointsInManyRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectChangepointsInManyResponse"];
                };
            };
        };
    };
    detectChangepointsInManyAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectChangepointsInManyRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    backtestForecast: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BacktestForecastRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["BacktestForecastResponse"];
                };
            };
        };
    };
    backtestForecastAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BacktestForecastRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    readDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadDocumentRequest"];
                "multipart/form-data": components["schemas"]["ReadDocumentForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadDocumentResponse"];
                };
            };
            /** @description Accepted: the video takes too long to wait for. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedAnalysisResponse"];
                };
            };
        };
    };
    readDocumentAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadDocumentRequest"];
                "multipart/form-data": components["schemas"]["ReadDocumentForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    readDocumentFields: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadDocumentFieldsRequest"];
                "multipart/form-data": components["schemas"]["ReadDocumentFieldsForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ReadDocumentFieldsResponse"];
                };
            };
            /** @description Accepted: the video takes too long to wait for. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedAnalysisResponse"];
                };
            };
        };
    };
    readDocumentFieldsAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReadDocumentFieldsRequest"];
                "multipart/form-data": components["schemas"]["ReadDocumentFieldsForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    renderDocument: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderDocumentRequest"];
                "multipart/form-data": components["schemas"]["RenderDocumentForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RenderDocumentResponse"];
                };
            };
        };
    };
    renderDocumentAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RenderDocumentRequest"];
                "multipart/form-data": components["schemas"]["RenderDocumentForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    makeDocumentSearchable: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeDocumentSearchableRequest"];
                "multipart/form-data": components["schemas"]["MakeDocumentSearchableForm"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MakeDocumentSearchableResponse"];
                };
            };
            /** @description Accepted: the video takes too long to wait for. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedAnalysisResponse"];
                };
            };
        };
    };
    makeDocumentSearchableAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MakeDocumentSearchableRequest"];
                "multipart/form-data": components["schemas"]["MakeDocumentSearchableForm"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    aggregateRows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AggregateRowsRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AggregateRowsResponse"];
                };
            };
        };
    };
    aggregateRowsAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["AggregateRowsRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    detectAnomaliesInRows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectAnomaliesInRowsRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DetectAnomaliesInRowsResponse"];
                };
            };
        };
    };
    detectAnomaliesInRowsAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DetectAnomaliesInRowsRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    tableFilter: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableFilterRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableFilterResponse"];
                };
            };
        };
    };
    tableFilterAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableFilterRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    forecastRows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForecastRowsRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ForecastRowsResponse"];
                };
            };
        };
    };
    forecastRowsAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ForecastRowsRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    joinRows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRowsRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["JoinRowsResponse"];
                };
            };
        };
    };
    joinRowsAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["JoinRowsRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    tableMap: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableMapRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableMapResponse"];
                };
            };
        };
    };
    tableMapAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableMapRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    tableRead: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableReadRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableReadResponse"];
                };
            };
        };
    };
    tableReadAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TableReadRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    sortRows: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SortRowsRequest"];
            };
        };
        responses: {
            /** @description The result. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SortRowsResponse"];
                };
            };
        };
    };
    sortRowsAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SortRowsRequest"];
            };
        };
        responses: {
            202: components["responses"]["AcceptedAnalysis"];
        };
    };
    listPipelines: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPipelinesResponse"];
                };
            };
        };
    };
    getPipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PipelineResponse"];
                };
            };
        };
    };
    savePipeline: {
        parameters: {
            query?: never;
            header?: {
                /** @description '*' saves a new pipeline only: if there is one of this name, nothing is saved, and the response is 409. */
                "If-None-Match"?: string;
                /** @description The revision that your changes began from, in quotes, as the pipeline's ETag has it. If another one is the newest by now, nothing is saved, and the response is 409. */
                "If-Match"?: string;
            };
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PipelineSourceRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedPipelineResponse"];
                };
            };
            /** @description The pipeline is new. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SavedPipelineResponse"];
                };
            };
        };
    };
    deletePipeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listPipelineRevisions: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListPipelineRevisionsResponse"];
                };
            };
        };
    };
    validatePipeline: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PipelineSourceRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ValidPipelineResponse"];
                };
            };
        };
    };
    startRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["StartRunRequest"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetailResponse"];
                };
            };
        };
    };
    listRuns: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only runs of this pipeline. */
                pipeline?: string;
                /** @description Only runs in this state. */
                status?: "queued" | "running" | "succeeded" | "partial" | "failed" | "cancelled";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRunsResponse"];
                };
            };
        };
    };
    getRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetailResponse"];
                };
            };
        };
    };
    deleteRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listRunItems: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Only items with this key. */
                key?: string;
                /** @description Only items in this state. */
                state?: "pending" | "succeeded" | "failed";
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListRunItemsResponse"];
                };
            };
        };
    };
    correctRunItem: {
        parameters: {
            query?: {
                /** @description The key of the item; empty for a step outside a block. */
                key?: components["parameters"]["key"];
                /** @description The step of the item, where several steps have an item with this key. */
                step?: components["parameters"]["step"];
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetailResponse"];
                };
            };
        };
    };
    getRunTimeline: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunTimelineResponse"];
                };
            };
        };
    };
    getRunItemFile: {
        parameters: {
            query?: {
                /** @description The key of the item; empty for a step outside a block. */
                key?: components["parameters"]["key"];
                /** @description The step of the item, where several steps have an item with this key. */
                step?: components["parameters"]["step"];
                /** @description Answers with a JPEG at most this many pixels wide and high; of a video its first frame. */
                width?: number;
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                    "video/*": string;
                };
            };
        };
    };
    downloadArtifact: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "application/json": string;
                };
            };
        };
    };
    streamRun: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data of each event is the run. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    cancelRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetailResponse"];
                };
            };
        };
    };
    retryRun: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RunDetailResponse"];
                };
            };
        };
    };
    listSchedules: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSchedulesResponse"];
                };
            };
        };
    };
    listTicks: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: components["parameters"]["limit"];
            };
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListTicksResponse"];
                };
            };
        };
    };
    pauseSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                pipeline: components["parameters"]["pipeline"];
                trigger: components["parameters"]["trigger"];
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["PauseRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleResponse"];
                };
            };
        };
    };
    resumeSchedule: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                pipeline: components["parameters"]["pipeline"];
                trigger: components["parameters"]["trigger"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScheduleResponse"];
                };
            };
        };
    };
    createHookAddress: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                pipeline: components["parameters"]["pipeline"];
                trigger: components["parameters"]["trigger"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["HookAddressResponse"];
                };
            };
        };
    };
    callHook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                token: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": unknown;
            };
        };
        responses: {
            /** @description The answer to a challenge. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: string;
                    };
                };
            };
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AcceptedRunResponse"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWebhooksResponse"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookResponse"];
                };
            };
        };
    };
    listWebhookStatistics: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWebhookStatisticsResponse"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookResponse"];
                };
            };
        };
    };
    enableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    disableWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookResponse"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RotateSecretRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RotatedWebhookResponse"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestWebhookRequest"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetailsResponse"];
                };
            };
        };
    };
    recoverDeliveries: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RecoverDeliveriesRequest"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryResponse"];
                };
            };
        };
    };
    getRecovery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                recovery: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RecoveryResponse"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListWebhookDeliveriesResponse"];
                };
            };
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /** @description Only to this endpoint. */
                webhook_id?: string;
                /** @description Only of this event. */
                event_id?: string;
                /** @description Only these states, separated by commas. */
                states?: string;
                /** @description Only these event types, separated by commas. */
                types?: string;
                /** @description Only deliveries created at or after this time. */
                since?: string;
                /** @description Only deliveries created at or before this time. */
                until?: string;
                /** @description Only deliveries with this text in their ids or payload, or with it as status or reason of an attempt. */
                search?: string;
                /** @description Only deliveries before this id: the next page. */
                before?: string;
                /** @description The maximum number of entries. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListDeliveriesResponse"];
                };
            };
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetailsResponse"];
                };
            };
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetailsResponse"];
                };
            };
        };
    };
    testFilter: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TestFilterRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TestFilterResponse"];
                };
            };
        };
    };
    listEventSchemas: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEventSchemasResponse"];
                };
            };
        };
    };
    getEventSchema: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
        };
    };
    getEvent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Event"];
                };
            };
        };
    };
    listModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListModelsResponse"];
                };
            };
        };
    };
    getModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelResponse"];
                };
            };
        };
    };
    uploadModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                    manifest: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelSummaryResponse"];
                };
            };
        };
    };
    deleteModel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    useModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelSummaryResponse"];
                };
            };
        };
    };
    listCatalogueModels: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCatalogueModelsResponse"];
                };
            };
        };
    };
    getModelPull: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PullResponse"];
                };
            };
        };
    };
    pullModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PullResponse"];
                };
            };
        };
    };
    streamModelPull: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Events `progress` and `end`, each with the whole state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": components["schemas"]["PullResponse"];
                };
            };
        };
    };
    rollBackModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RollbackRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ModelSummaryResponse"];
                };
            };
        };
    };
    validateModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ModelManifestRequest"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listCollections: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCollectionsResponse"];
                };
            };
        };
    };
    createCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionResponse"];
                };
            };
        };
    };
    getCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionDetailResponse"];
                };
            };
        };
    };
    deleteCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CollectionChanges"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CollectionResponse"];
                };
            };
        };
    };
    listEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: components["parameters"]["limit"];
                /** @description Only entries with this label. */
                label?: string;
                /** @description Only entries without a label. */
                unlabelled?: boolean;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListEntriesResponse"];
                };
            };
        };
    };
    addEntry: {
        parameters: {
            query?: {
                /** @description What it shows, such as `open`: the class that a model learns. */
                label?: string;
                /** @description Anything of your own, up to 4 KB; filters see it. */
                metadata?: Record<string, never>;
            };
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /**
                     * Format: binary
                     * @description The picture: a file, a URL or Base64.
                     */
                    image?: string;
                    /** @description The text, in a collection of texts. */
                    text?: string;
                    /** @description As in `vision.embed`. */
                    crop?: Record<string, never>;
                    label?: string;
                    metadata?: Record<string, never>;
                };
                "application/json": {
                    /**
                     * Format: binary
                     * @description The picture: a file, a URL or Base64.
                     */
                    image?: string;
                    /** @description The text, in a collection of texts. */
                    text?: string;
                    /** @description As in `vision.embed`. */
                    crop?: Record<string, never>;
                    label?: string;
                    metadata?: Record<string, never>;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryResponse"];
                };
            };
        };
    };
    deleteEntries: {
        parameters: {
            query?: {
                /** @description Entries with this label are deleted. */
                label?: string;
            };
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeleteEntriesResponse"];
                };
            };
        };
    };
    getEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                entry: components["parameters"]["entry"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryResponse"];
                };
            };
        };
    };
    deleteEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                entry: components["parameters"]["entry"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                entry: components["parameters"]["entry"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EntryChanges"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EntryResponse"];
                };
            };
        };
    };
    getEntryPicture: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
                entry: components["parameters"]["entry"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/jpeg": string;
                };
            };
        };
    };
    searchCollection: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: number;
                /** @description Only entries at least this similar: the cosine of their vectors. */
                min_similarity?: number;
                /** @description Only entries with one of these labels. */
                labels?: string[];
                /** @description Only entries for which this CEL expression is true; it sees `label`, `metadata` and `created_at`. */
                filter?: string;
            };
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
                "multipart/form-data": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchCollectionResponse"];
                };
            };
        };
    };
    findDuplicates: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DuplicatesRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["FindDuplicatesResponse"];
                };
            };
        };
    };
    exportCollection: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/x-ndjson": string;
                };
            };
        };
    };
    importCollection: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/x-ndjson": string;
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportResponse"];
                };
            };
        };
    };
    getTraining: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingResponse"];
                };
            };
        };
    };
    trainModel: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrainRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainResponse"];
                };
            };
        };
    };
    trainModelAsync: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrainRequest"];
            };
        };
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingResponse"];
                };
            };
        };
    };
    cancelTraining: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainingResponse"];
                };
            };
        };
    };
    streamTraining: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data of each event is the state. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    trainModelFrom: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TrainFromRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TrainResponse"];
                };
            };
        };
    };
    listPlugins: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PluginsResponse"];
                };
            };
        };
    };
    listCapabilities: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListCapabilitiesResponse"];
                };
            };
        };
    };
    getCapability: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CapabilityResponse"];
                };
            };
        };
    };
    listKeys: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListKeysResponse"];
                };
            };
        };
    };
    createKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateKeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKeyResponse"];
                };
            };
        };
    };
    getKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyResponse"];
                };
            };
        };
    };
    revokeKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    updateKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateKeyRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["KeyResponse"];
                };
            };
        };
    };
    rotateKey: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedKeyResponse"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    signIn: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SignInRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SessionResponse"];
                };
            };
        };
    };
    signOut: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listSessions: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSessionsResponse"];
                };
            };
        };
    };
    signOutEverywhere: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    endSession: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    setPassword: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetPasswordRequest"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    enableSecondFactor: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCodeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    createSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BeginTotpRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TotpSecretResponse"];
                };
            };
        };
    };
    disableSecondFactor: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["TotpCodeRequest"];
            };
        };
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listProjects: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListProjectsResponse"];
                };
            };
        };
    };
    createProject: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateProjectRequest"];
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
        };
    };
    getProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
        };
    };
    deleteProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
        };
    };
    updateProject: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateProjectRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProjectResponse"];
                };
            };
        };
    };
    listSecrets: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListSecretsResponse"];
                };
            };
        };
    };
    setSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SetSecretRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SecretResponse"];
                };
            };
        };
    };
    deleteSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: components["parameters"]["name"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    listAuditEntries: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: components["parameters"]["limit"];
                /** @description Only entries older than the one with this id. */
                before?: string;
                /** @description A part of who, what or the changed object, in any case. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListAuditEntriesResponse"];
                };
            };
        };
    };
    getUsage: {
        parameters: {
            query?: {
                /** @description The first day, in UTC; 29 days before `to` by default. */
                from?: string;
                /** @description The last day, in UTC; today by default. */
                to?: string;
                /** @description Only the usage of this key. Without the scope `admin`, always the calling key. */
                key_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UsageResponse"];
                };
            };
        };
    };
    getOverview: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["OverviewResponse"];
                };
            };
        };
    };
    getCustomerPage: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CustomerResponse"];
                };
            };
        };
    };
    getCustomerDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetailsResponse"];
                };
            };
        };
    };
    listLogEntries: {
        parameters: {
            query?: {
                /** @description Also what the dashboard's pages ask for themselves. Calls of capabilities are listed in any case. */
                dashboard?: boolean;
                /** @description The maximum number of entries. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description A part of request id, operation, key name, error code or message, in any case. */
                search?: string;
                /** @description Only requests of this key. Without the scope `admin`, always the calling key. */
                key_id?: string;
                /** @description Only this operation: a capability, or method and path of another. */
                operation?: string;
                /** @description Only this status, such as `404`, this class of it, such as `4xx`, or `error`: 400 and above. */
                status?: string;
                /** @description Only requests that took at least this many milliseconds. */
                min_ms?: number;
                /** @description Only requests answered then or later. */
                from?: string;
                /** @description Only requests answered then or earlier. */
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListLogEntriesResponse"];
                };
            };
        };
    };
    countLogHours: {
        parameters: {
            query?: {
                dashboard?: boolean;
                search?: string;
                key_id?: string;
                operation?: string;
                status?: string;
                min_ms?: number;
                from?: string;
                to?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogHoursResponse"];
                };
            };
        };
    };
    getLogEntry: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                request_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LogEntryResponse"];
                };
            };
        };
    };
    getAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisResponse"];
                };
            };
        };
    };
    correctAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CorrectionRequest"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisResponse"];
                };
            };
        };
    };
    cancelAnalysis: {
        parameters: {
            query?: never;
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AnalysisResponse"];
                };
            };
        };
    };
    streamAnalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The data of each event is the analysis. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
        };
    };
    listUploads: {
        parameters: {
            query?: {
                /** @description The maximum number of entries. */
                limit?: components["parameters"]["limit"];
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ListUploadsResponse"];
                };
            };
        };
    };
    createUpload: {
        parameters: {
            query?: {
                /** @description Seconds until it expires. */
                expires_in?: number;
            };
            header?: {
                /** @description Executes the request once. For 24 hours, a repeated request gets the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": {
                    /** Format: binary */
                    file: string;
                };
            };
        };
        responses: {
            /** @description Done. */
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
        };
    };
    getUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UploadResponse"];
                };
            };
        };
    };
    deleteUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    downloadUpload: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: components["parameters"]["id"];
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "image/*": string;
                    "video/*": string;
                };
            };
        };
    };
    predictionCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same over all attempts. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Seconds since the epoch, of this attempt. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictionCompletedEvent"];
            };
        };
        responses: {
            /** @description Accepted. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    predictionFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same over all attempts. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Seconds since the epoch, of this attempt. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["PredictionFailedEvent"];
            };
        };
        responses: {
            /** @description Accepted. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    batchStarted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same over all attempts. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Seconds since the epoch, of this attempt. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchStartedEvent"];
            };
        };
        responses: {
            /** @description Accepted. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    batchCompleted: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same over all attempts. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Seconds since the epoch, of this attempt. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchCompletedEvent"];
            };
        };
        responses: {
            /** @description Accepted. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    batchFailed: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same over all attempts. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Seconds since the epoch, of this attempt. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["BatchFailedEvent"];
            };
        };
        responses: {
            /** @description Accepted. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    quotaThresholdReached: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same over all attempts. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Seconds since the epoch, of this attempt. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["QuotaThresholdReachedEvent"];
            };
        };
        responses: {
            /** @description Accepted. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    systemNotification: {
        parameters: {
            query?: never;
            header: {
                /** @description The event's id, the same over all attempts. */
                "webhook-id": components["parameters"]["webhook-id"];
                /** @description Seconds since the epoch, of this attempt. */
                "webhook-timestamp": components["parameters"]["webhook-timestamp"];
                /** @description `v1,` and the Base64 of HMAC-SHA256 over `id.timestamp.body`; two while a rotated secret is valid. */
                "webhook-signature": components["parameters"]["webhook-signature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SystemNotificationEvent"];
            };
        };
        responses: {
            /** @description Accepted. 410 disables the endpoint. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
