import { PerceptError } from '@percept/core';
import type { CallerUploads } from './caller-library';
import type { CallToolResult } from './protocol';
import { uriOf } from './resource-uri';

type Content = CallToolResult['content'][number];

/** A link to an annotated image, which is kept for it; where there is no room for it, a text that says so. */
export async function imageLink(uploads: CallerUploads, image: Uint8Array): Promise<Content> {
  try {
    const { id, bytes: size, media_type: mimeType, expires_at, content_url } = await uploads.keep(image);
    const description = `The image with its boxes, until ${expires_at}. GET ${content_url} with the same key returns it, too.`;
    return { type: 'resource_link', uri: uriOf('uploads', id), name: 'annotated.jpg', mimeType, size, description };
  } catch (error) {
    if (!(error instanceof PerceptError)) throw error;
    return { type: 'text', text: `The annotated image is not kept. ${error.message}` };
  }
}
