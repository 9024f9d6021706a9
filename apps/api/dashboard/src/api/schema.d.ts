// Generated from /openapi.json by `npm run dashboard:types`; not edited by hand.

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
         * Names the objects and the scene that a picture shows.
         * @description Answers with labels for the picture as a whole, most likely first, each with its category. A picture that fits no label gets a short or an empty list.
         */
        post: operations["vision.classify"];
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
         * Finds the objects in a picture and where they are.
         * @description Answers with a box for each object, in whole pixels of the upright picture, most confident first. The confidence is calibrated: of all detections at 0.8, eight in ten are right.
         */
        post: operations["vision.detect"];
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
        /** The pipelines of the configured folder, with their findings. */
        get: operations["PipelinesController_list"];
        put?: never;
        post?: never;
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
        /** Starts a run. Files are read from the configured data roots only. */
        post: operations["PipelinesController_start"];
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
        /** The newest runs. */
        get: operations["PipelinesController_runs"];
        put?: never;
        post?: never;
        delete?: never;
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
        /** The items of a run with what each of its steps gave, or why it failed. */
        get: operations["PipelinesController_items"];
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
        /** State, counts, rate and failures of a run. */
        get: operations["PipelinesController_get"];
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
        /** Stops a run; what is finished is kept. */
        post: operations["PipelinesController_cancel"];
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
        /** All endpoints, oldest first. */
        get: operations["WebhooksController_list"];
        put?: never;
        /** Subscribes an endpoint to events. The answer is the only one with the secret. */
        post: operations["WebhooksController_create"];
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
        /** One endpoint. */
        get: operations["WebhooksController_get"];
        put?: never;
        post?: never;
        /** Removes an endpoint; what waits for it is given up. */
        delete: operations["WebhooksController_delete"];
        options?: never;
        head?: never;
        /** Changes an endpoint; what is absent stays. */
        patch: operations["WebhooksController_update"];
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** An endpoint's deliveries with their attempts, newest first. */
        get: operations["WebhooksController_listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        StartRun: {
            /** @description Values for the inputs that the pipeline declares; defaults are used for the others. */
            inputs?: Record<string, never>;
        };
        CreateWebhookInput: {
            /**
             * @description Where deliveries are posted to: an https URL of the public internet.
             * @example https://example.com/hooks
             */
            url: string;
            /**
             * @description Event names, or wildcards: `*` for all of them, `batch.*` for those of a kind.
             * @default [
             *       "*"
             *     ]
             * @example [
             *       "batch.completed"
             *     ]
             */
            events: string[];
            /** @description What deliveries are signed with: 16 to 128 characters, or `whsec_` and Base64. Made by us when absent. */
            secret?: string;
            /** @description A label of your own. */
            description?: string;
        };
        CreatedWebhookView: {
            id: string;
            url: string;
            events: string[];
            description?: string;
            active: boolean;
            /** @description Why Percept switched the endpoint off. */
            disabled_reason?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
            /** @description What deliveries are signed with. Shown this once. */
            secret: string;
        };
        WebhookView: {
            id: string;
            url: string;
            events: string[];
            description?: string;
            active: boolean;
            /** @description Why Percept switched the endpoint off. */
            disabled_reason?: string;
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            updated_at: string;
        };
        UpdateWebhookInput: {
            /**
             * @description Where deliveries are posted to: an https URL of the public internet.
             * @example https://example.com/hooks
             */
            url?: string;
            /**
             * @description Event names, or wildcards: `*` for all of them, `batch.*` for those of a kind.
             * @example [
             *       "batch.completed"
             *     ]
             */
            events?: string[];
            /** @description A label of your own. */
            description?: string;
            /** @description Switches the endpoint off or on. Its deliveries are held while it is off, and sent afterwards. */
            active?: boolean;
        };
        DeliveryView: {
            id: string;
            webhook_id: string;
            event_id: string;
            event_type: string;
            /** @enum {string} */
            state: "pending" | "sending" | "retrying" | "succeeded" | "exhausted" | "held" | "cancelled";
            /** Format: date-time */
            created_at: string;
            /** Format: date-time */
            next_attempt_at?: string;
            /** Format: date-time */
            ended_at?: string;
            attempts: {
                number: number;
                /** Format: date-time */
                at: string;
                duration_ms: number;
                /** @description HTTP status; null where no answer came. */
                status?: number;
                /** @description Why the attempt failed. */
                reason?: string;
                /** @description The first 16 KiB of the answer. */
                response_body?: string;
                response_headers?: Record<string, never>;
            }[];
        };
        Error: {
            error: {
                /** @enum {string} */
                code: "INVALID_REQUEST" | "UNSUPPORTED_MEDIA" | "MEDIA_FETCH_FAILED" | "UNAUTHORIZED" | "FORBIDDEN" | "NOT_FOUND" | "CONFLICT" | "PAYLOAD_TOO_LARGE" | "RATE_LIMITED" | "QUOTA_EXCEEDED" | "INTERNAL" | "OVERLOADED" | "TIMEOUT";
                message: string;
                details?: {
                    field: string;
                    reason: string;
                };
                request_id: string;
            };
        };
    };
    responses: never;
    parameters: never;
    requestBodies: never;
    headers: never;
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    "vision.classify": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The picture: an URL, a data URI or Base64 data. In a pipeline or on the command line a file path too. */
                    image?: string;
                    /** @description URL of the picture. */
                    image_url?: string;
                    /** @description The picture as Base64 data, with or without a data-URI prefix. */
                    image_data?: string;
                    /**
                     * @description At most so many classifications.
                     * @default 10
                     */
                    max_results?: number;
                    /**
                     * @description Only what the picture shows with at least this probability.
                     * @default 0.5
                     */
                    confidence_threshold?: number;
                    /** @description Another name for `confidence_threshold`. */
                    min_confidence?: number;
                } & (unknown | unknown | unknown);
                "multipart/form-data": {
                    /** Format: binary */
                    image: string;
                    /**
                     * @description At most so many classifications.
                     * @default 10
                     */
                    max_results?: number;
                    /**
                     * @description Only what the picture shows with at least this probability.
                     * @default 0.5
                     */
                    confidence_threshold?: number;
                    /** @description Another name for `confidence_threshold`. */
                    min_confidence?: number;
                };
            };
        };
        responses: {
            /** @description The answer; the header `Server-Timing` says where its time went. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description What the picture shows, most likely first; empty where no label fits. */
                        classifications: {
                            /** @description What the picture shows, such as `dog` or `forest`. */
                            label: string;
                            /** @description Probability that the picture shows it. */
                            confidence: number;
                            /** @description Kind of the label: `animal`, `vehicle`, `food`, `scene`, …; `general` for any other. */
                            category: string;
                        }[];
                        /** @description Size and format of the picture. */
                        image_properties: {
                            /** @description Pixels of the upright picture. */
                            width: number;
                            /** @description Pixels of the upright picture. */
                            height: number;
                            /**
                             * @description By the bytes, whatever the name says.
                             * @enum {string}
                             */
                            format: "jpeg" | "png" | "webp" | "bmp";
                        };
                        /** @description Milliseconds from the parsed request to the answer. */
                        processing_time_ms: number;
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    "vision.detect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": {
                    /** @description The picture: an URL, a data URI or Base64 data. In a pipeline or on the command line a file path too. */
                    image?: string;
                    /** @description URL of the picture. */
                    image_url?: string;
                    /** @description The picture as Base64 data, with or without a data-URI prefix. */
                    image_data?: string;
                    /**
                     * @description Only objects that are right with at least this probability.
                     * @default 0.6
                     */
                    min_confidence?: number;
                    /** @description Only objects of these kinds, such as `person`; all kinds where it is absent. */
                    object_types?: string[];
                    /** @description Another name for `min_confidence`. */
                    confidence_threshold?: number;
                    /** @description Another name for `object_types`. */
                    objects?: string[];
                } & (unknown | unknown | unknown);
                "multipart/form-data": {
                    /** Format: binary */
                    image: string;
                    /**
                     * @description Only objects that are right with at least this probability.
                     * @default 0.6
                     */
                    min_confidence?: number;
                    /** @description Only objects of these kinds, such as `person`; all kinds where it is absent. */
                    object_types?: string[];
                    /** @description Another name for `min_confidence`. */
                    confidence_threshold?: number;
                    /** @description Another name for `object_types`. */
                    objects?: string[];
                };
            };
        };
        responses: {
            /** @description The answer; the header `Server-Timing` says where its time went. */
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        /** @description The objects, most confident first. */
                        detections: {
                            /** @description What it is: a name of the COCO list, such as `person`. */
                            object: string;
                            /** @description Calibrated probability that the detection is right. */
                            confidence: number;
                            /** @description Where it is, in pixels of the upright picture. */
                            bounding_box: {
                                /** @description Pixels from the left border of the upright picture. */
                                x: number;
                                /** @description Pixels from the top border of the upright picture. */
                                y: number;
                                /** @description Pixels. */
                                width: number;
                                /** @description Pixels. */
                                height: number;
                            };
                        }[];
                        /** @description How many objects were found. */
                        total_objects: number;
                        /** @description Milliseconds from the parsed request to the answer. */
                        processing_time_ms: number;
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    PipelinesController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    PipelinesController_start: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StartRun"];
            };
        };
        responses: {
            202: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    PipelinesController_runs: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    PipelinesController_items: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    PipelinesController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    PipelinesController_cancel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    WebhooksController_list: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        webhooks: components["schemas"]["WebhookView"][];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    WebhooksController_create: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookInput"];
            };
        };
        responses: {
            201: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedWebhookView"];
                };
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    WebhooksController_get: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookView"];
                };
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    WebhooksController_delete: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            204: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    WebhooksController_update: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookInput"];
            };
        };
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookView"];
                };
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
    WebhooksController_listDeliveries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            200: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        deliveries: components["schemas"]["DeliveryView"][];
                    };
                };
            };
            /**
             * @description `INVALID_REQUEST`: A parameter is missing, malformed, out of range or unknown, or the body is not JSON.
             *
             *     `UNSUPPORTED_MEDIA`: The bytes are no supported picture or clip, or they are broken.
             *
             *     `MEDIA_FETCH_FAILED`: The URL could not be read; the reason says why.
             */
            400: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `UNAUTHORIZED`: No API key, or one that is unknown, revoked or expired. */
            401: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `FORBIDDEN`: The API key lacks the scope for this operation. */
            403: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `NOT_FOUND`: There is no such path, run, webhook or model. */
            404: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `CONFLICT`: The state does not allow it, or an idempotency key came with another body. */
            409: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `PAYLOAD_TOO_LARGE`: The media or the body is larger than the limit. */
            413: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /**
             * @description `RATE_LIMITED`: Too many requests in this minute; Retry-After says when to come back.
             *
             *     `QUOTA_EXCEEDED`: The plan's requests of this month are used up; Retry-After says when the next month starts.
             */
            429: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `INTERNAL`: A fault of ours; the log has it under the request id. */
            500: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `OVERLOADED`: The inference queue is full; Retry-After says when to try again. */
            503: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
            /** @description `TIMEOUT`: The operation ran past its time limit and was ended. */
            504: {
                headers: {
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Error"];
                };
            };
        };
    };
}
