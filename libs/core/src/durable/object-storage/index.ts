export { BucketAccess, isBelow, ObjectStorageRules, type BucketRules } from './bucket-access';
export { ObjectStorage, type ListedObject } from './object-storage';
export type { S3Settings } from './s3-client';
export { isS3Url, parseObjectUrl, parseS3Url, toS3Url, type S3Location } from './s3-url';
