import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
  serviceInstanceIdDetector,
  type Resource,
} from '@opentelemetry/resources';

const detected = detectResources({ detectors: [serviceInstanceIdDetector, envDetector] });

/** Describes this process, the same in its traces and metrics. OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence. */
export function createResource(version: string): Resource {
  const named = resourceFromAttributes({ 'service.name': 'percept', 'service.version': version });
  return defaultResource().merge(named).merge(detected);
}
