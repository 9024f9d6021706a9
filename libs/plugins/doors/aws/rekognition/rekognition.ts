import { invalid, numberAt } from '../aws-input';
import type { AwsOperation, AwsService } from '../aws-service';
import { readTextPage, toTextDetections } from '../text';
import { FACE_OPERATIONS } from './face-collections';
import { getLabelDetection, startLabelDetection } from './label-detection';
import { readAwsPicture } from './picture';
import {
  toFaceDetail,
  toRekognitionProperties,
  toLabels,
  type Classified,
  type Detected,
  type RekognitionColor,
  type RekognitionFace,
  type RekognitionSize,
} from './rekognition-answers';

const MIN_CONFIDENCE = 55;
const MAX_LABELS = 1_000;
const PROPERTIES = 'IMAGE_PROPERTIES';
const IMAGE = { name: 'Image', tooLarge: 'ImageTooLargeException' };

const detectLabels: AwsOperation = async (exchange) => {
  const { input, call } = exchange;
  const least = numberAt(input.MinConfidence, 'MinConfidence', { min: 0, max: 100, assumed: MIN_CONFIDENCE }) / 100;
  const most = numberAt(input.MaxLabels, 'MaxLabels', { min: 0, max: 1e9, assumed: MAX_LABELS });
  const features = featuresOf(input.Features);
  const image = await readAwsPicture(exchange, IMAGE);
  const answer: Record<string, unknown> = { LabelModelVersion: '3.0' };
  if (features.includes('GENERAL_LABELS')) {
    const fields = { ...image, min_confidence: least };
    const { detections } = await call<{ detections: Detected[] }>('vision.detect', fields);
    const { classifications, image_properties } = await call<{
      classifications: Classified[];
      image_properties: RekognitionSize;
    }>('vision.classify', fields);
    answer.Labels = toLabels(detections, classifications, image_properties).slice(0, most);
  }
  if (features.includes(PROPERTIES)) {
    const { colors } = await call<{ colors: RekognitionColor[] }>('vision.analyze', { ...image, features: ['colors'] });
    answer.ImageProperties = toRekognitionProperties(colors);
  }
  return answer;
};

function featuresOf(value: unknown): string[] {
  if (value === undefined || value === null) return ['GENERAL_LABELS'];
  const known = ['GENERAL_LABELS', PROPERTIES];
  if (Array.isArray(value) && value.every((each) => known.includes(each as string))) return value as string[];
  throw invalid('Features', `must be a list of ${known.join(', ')}.`);
}

const detectFaces: AwsOperation = async (exchange) => {
  const { Attributes = [] } = exchange.input;
  if (!Array.isArray(Attributes)) throw invalid('Attributes', 'must be a list.');
  const withEmotions = Attributes.includes('ALL') || Attributes.includes('EMOTIONS');
  const fields = { ...(await readAwsPicture(exchange, IMAGE)), features: ['faces'], landmarks: true, include_metadata: true };
  const { faces, metadata } = await exchange.call<{ faces: RekognitionFace[]; metadata: RekognitionSize }>(
    'vision.analyze',
    fields,
  );
  return { FaceDetails: faces.map((each) => toFaceDetail(each, metadata, withEmotions)) };
};

const detectText: AwsOperation = async (exchange) => {
  return { TextDetections: toTextDetections(await readTextPage(exchange, IMAGE)), TextModelVersion: '3.0' };
};

export const rekognition: AwsService = {
  name: 'rekognition',
  errors: {
    INVALID_REQUEST: 'InvalidParameterException',
    UNSUPPORTED_MEDIA: 'InvalidImageFormatException',
    MEDIA_FETCH_FAILED: 'InvalidS3ObjectException',
    PAYLOAD_TOO_LARGE: 'ImageTooLargeException',
    UNAUTHORIZED: 'UnrecognizedClientException',
    FORBIDDEN: 'AccessDeniedException',
    NOT_FOUND: 'ResourceNotFoundException',
    CONFLICT: 'InvalidParameterException',
    RATE_LIMITED: 'ThrottlingException',
    OVERLOADED: 'ProvisionedThroughputExceededException',
    QUOTA_EXCEEDED: 'LimitExceededException',
    INTERNAL: 'InternalServerError',
    TIMEOUT: 'InternalServerError',
  },
  operations: {
    DetectLabels: detectLabels,
    DetectFaces: detectFaces,
    DetectText: detectText,
    StartLabelDetection: startLabelDetection,
    GetLabelDetection: getLabelDetection,
    ...FACE_OPERATIONS,
  },
};
